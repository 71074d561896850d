package main

import (
	"os"

	"golang.org/x/sys/windows"
)

// onlyASCII reports whether the console uses one of the old code pages. Windows Terminal shows everything.
func onlyASCII() bool {
	const utf8 = 65001
	page, err := windows.GetConsoleOutputCP()
	return os.Getenv("WT_SESSION") == "" && err == nil && page != utf8
}

// understandsEscapes switches escape sequences on, which consoles since Windows 10 know.
func understandsEscapes(f *os.File) bool {
	var mode uint32
	console := windows.Handle(f.Fd())
	if err := windows.GetConsoleMode(console, &mode); err != nil {
		return false
	}
	return windows.SetConsoleMode(console, mode|windows.ENABLE_VIRTUAL_TERMINAL_PROCESSING) == nil
}

// notifyResized does nothing: there is no signal, and the game looks at the size once a second.
func notifyResized(chan<- os.Signal) {}
