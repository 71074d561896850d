package play_test

import (
	"testing"
)

func TestLook(t *testing.T) {
	p := openPage(t, "server")
	p.open("#board=5x5&on=0x1f8c63e")
	p.wait(`document.getElementById("stat-best").textContent !== "…"`)
	p.screenshot("play-light")
	p.keys("h")
	p.wait(`document.querySelector(".is-hint")`)
	p.screenshot("play-hint")
	p.click("#choose")
	p.wait(`document.querySelectorAll(".pick-picture svg").length >= 30`)
	p.screenshot("gallery")
}
