//go:build linux

package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/pflag"
	"golang.org/x/sys/unix"
	"golang.org/x/term"

	"lightsout/play"
)

// openTerminal is a pseudo-terminal: what a program writes to tty is read from keyboard, and the other way
// round.
func openTerminal(t *testing.T, width, height int) (keyboard, tty *os.File) {
	t.Helper()
	keyboard, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skip("this system has no pseudo-terminals: ", err)
	}
	t.Cleanup(func() { keyboard.Close() })
	if err := unix.IoctlSetPointerInt(int(keyboard.Fd()), unix.TIOCSPTLCK, 0); err != nil {
		t.Fatal(err)
	}
	number, err := unix.IoctlGetInt(int(keyboard.Fd()), unix.TIOCGPTN)
	if err != nil {
		t.Fatal(err)
	}
	if tty, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|unix.O_NOCTTY, 0); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { tty.Close() })
	resizeTerminal(t, tty, width, height)
	return keyboard, tty
}

func resizeTerminal(t *testing.T, tty *os.File, width, height int) {
	t.Helper()
	if err := unix.IoctlSetWinsize(int(tty.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Col: uint16(width), Row: uint16(height)}); err != nil {
		t.Fatal(err)
	}
}

// screen is what a terminal shows.
type screen struct {
	mu   sync.Mutex
	text strings.Builder
	more chan struct{}
}

func watch(keyboard io.Reader) *screen {
	s := &screen{more: make(chan struct{}, 1)}
	go func() {
		text := make([]byte, 4096)
		for {
			n, err := keyboard.Read(text)
			s.mu.Lock()
			s.text.Write(text[:n])
			s.mu.Unlock()
			select {
			case s.more <- struct{}{}:
			default:
			}
			if err != nil {
				return
			}
		}
	}()
	return s
}

func (s *screen) all() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.String()
}

var looks = regexp.MustCompile("\x1b\\[[0-9;]*[mKJ]")

// complete matches a frame whose end has arrived.
var complete = regexp.MustCompile(`(q quit|back to the board|please\.)\s*$`)

// frame is the last frame, as a person sees it.
func (s *screen) frame() string {
	all := s.all()
	frame := looks.ReplaceAllString(all[strings.LastIndex(all, "\x1b[H")+1:], "")
	return strings.ReplaceAll(strings.TrimPrefix(frame, "[H"), "\r\n", "\n") + "\n"
}

// hangLimit is after how long a test gives up: no machine is so busy.
const hangLimit = 10 * time.Minute

// until waits for a frame that has a text.
func (s *screen) until(t *testing.T, text string) string {
	t.Helper()
	for end := time.After(hangLimit); ; {
		if frame := s.frame(); strings.Contains(frame, text) && complete.MatchString(frame) {
			return frame
		}
		select {
		case <-s.more:
		case <-end:
			t.Fatalf("%q never appears; the last frame is\n%s", text, s.frame())
		}
	}
}

// playing is a game in a terminal, on a Sunday when the clock stands still.
type playing struct {
	*screen
	keyboard, tty *os.File
	before        *term.State
	stop          context.CancelCauseFunc
	ended         chan error
}

func playTerminal(t *testing.T, width, height int, args ...string) *playing {
	t.Helper()
	t.Setenv("LC_ALL", "C.UTF-8")
	return playTerminalHere(t, width, height, args...)
}

// playTerminalHere plays with the locale as it is.
func playTerminalHere(t *testing.T, width, height int, args ...string) *playing {
	t.Helper()
	p := &playing{ended: make(chan error, 1)}
	p.keyboard, p.tty = openTerminal(t, width, height)
	p.screen = watch(p.keyboard)
	p.before, _ = term.GetState(int(p.tty.Fd()))
	command := &playCommand{now: func() time.Time { return time.Date(2026, 1, 4, 12, 0, 0, 0, time.UTC) }, seed: func() uint64 { return 7 }, terminal: true}
	flags := pflag.NewFlagSet("play", pflag.ContinueOnError)
	command.puzzles.declare(flags)
	flags.BoolVar(&command.ascii, "ascii", false, "")
	if err := flags.Parse(args); err != nil {
		t.Fatal(err)
	}
	var ctx context.Context
	ctx, p.stop = context.WithCancelCause(context.Background())
	t.Cleanup(func() { p.stop(nil) })
	go func() { p.ended <- command.run(ctx, newConsole(p.tty, p.tty, io.Discard), flags.Args()) }()
	return p
}

func (p *playing) send(t *testing.T, keys string) {
	t.Helper()
	if _, err := io.WriteString(p.keyboard, keys); err != nil {
		t.Fatal(err)
	}
}

// wantRestored checks that the terminal is as it was before.
func (p *playing) wantRestored(t *testing.T) {
	t.Helper()
	after, err := term.GetState(int(p.tty.Fd()))
	if diff := cmp.Diff(fmt.Sprint(p.before), fmt.Sprint(after)); err != nil || diff != "" {
		t.Errorf("%v, the mode of the terminal changed: %s", err, diff)
	}
	for end := time.After(hangLimit); !strings.HasSuffix(p.all(), leaveScreen); {
		select {
		case <-p.more:
		case <-end:
			t.Fatalf("the screen is not restored: %q", p.all())
		}
	}
}

// golden compares a frame with a file.
func golden(t *testing.T, name, frame string) {
	t.Helper()
	file := filepath.Join("testdata", "terminal", name+".txt")
	if *update {
		if err := os.WriteFile(file, []byte(frame), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if diff := cmp.Diff(string(want), frame); err != nil || diff != "" {
		t.Errorf("%s: %v\n%s", name, err, diff)
	}
}

const (
	arrowRight = "\x1b[C"
	arrowLeft  = "\x1b[D"
	arrowDown  = "\x1bOB"
)

func TestTerminalGame(t *testing.T) {
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	t.Setenv("NO_COLOR", "")
	p := playTerminal(t, 80, 24)
	golden(t, "new", p.until(t, "Switch every light off"))
	p.send(t, arrowRight+arrowDown+" ")
	golden(t, "pressed", p.until(t, "Presses 1"))
	p.send(t, "u")
	p.until(t, "Undone.")
	p.send(t, "u")
	p.until(t, "Nothing to undo.")
	p.send(t, "h")
	golden(t, "hint", p.until(t, "to go."))
	p.send(t, "+n")
	p.until(t, "Best possible 7")
	p.send(t, "d")
	golden(t, "daily", p.until(t, "Daily puzzle 4, 2026-01-04"))
	p.send(t, "?")
	golden(t, "help", p.until(t, "any key"))
	p.send(t, "x")
	p.until(t, "Lights left")
	resizeTerminal(t, p.tty, 40, 10)
	if err := syscall.Kill(os.Getpid(), syscall.SIGWINCH); err != nil {
		t.Fatal(err)
	}
	p.until(t, "at least 64 by 16")
	resizeTerminal(t, p.tty, 64, 16)
	if err := syscall.Kill(os.Getpid(), syscall.SIGWINCH); err != nil {
		t.Fatal(err)
	}
	golden(t, "small", p.until(t, "Daily puzzle"))
	p.send(t, "q")
	if err := <-p.ended; err != nil {
		t.Error(err)
	}
	p.wantRestored(t)
}

// Following the hints solves a puzzle, and the statistics say so.
func TestTerminalStatistics(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("XDG_CONFIG_HOME", dir)
	p := playTerminal(t, 80, 24, "--ascii", "-b", "2x2", "--on", "1000")
	p.until(t, "Best possible 3")
	for i, step := range []string{" ", arrowRight + " ", arrowDown + arrowLeft + " "} {
		p.send(t, step)
		p.until(t, fmt.Sprintf("Presses %d", i+1))
	}
	golden(t, "won", p.until(t, "nobody can do it in fewer"))
	p.send(t, "r")
	p.until(t, "Back at the start")
	p.send(t, "s")
	golden(t, "statistics", p.until(t, "any key"))
	p.send(t, "\x03")
	if err := <-p.ended; !errors.Is(err, errInterrupted) {
		t.Errorf("Ctrl-C ends it with %v", err)
	}
	p.wantRestored(t)
	text, err := os.ReadFile(filepath.Join(dir, "lightsout", "statistics.json"))
	want := `{
  "version": 1,
  "boards": [
    {
      "board": "grid:2x2",
      "presses": 3,
      "played": 1,
      "solved": 1,
      "without_hints": 1,
      "best_presses": 3
    }
  ],
  "daily": []
}
`
	if diff := cmp.Diff(want, string(text)); err != nil || diff != "" {
		t.Errorf("%v %s", err, diff)
	}
}

// The levels are those of the page: l begins the first that is not solved, and n goes on after it.
func TestTerminalLevels(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("XDG_CONFIG_HOME", dir)
	p := playTerminal(t, 80, 24, "--ascii")
	p.until(t, "Switch every")
	p.send(t, "l")
	p.until(t, "grid:3x3, level 1 of 9")
	p.send(t, arrowDown+arrowDown+arrowRight+arrowRight+" ")
	p.until(t, "nobody can do it in fewer")
	p.send(t, "uu ") // the same game once more: it counts once
	p.until(t, "nobody can do it in fewer")
	p.send(t, "n")
	p.until(t, "grid:3x3, level 2 of 9")
	p.send(t, "q")
	if err := <-p.ended; err != nil {
		t.Error(err)
	}
	s, err := readStatistics(filepath.Join(dir, "lightsout", "statistics.json"))
	want := &statistics{
		Version:  1,
		Boards:   []boardRecord{{Board: "grid:3x3", Presses: 1, Played: 1, Solved: 1, Alone: 1, BestPresses: 1}},
		Daily:    []dailyRecord{},
		Campaign: []levelRecord{{Board: "grid:3x3", Level: 1, Presses: 1, Stars: 3}},
	}
	if diff := cmp.Diff(want, s); err != nil || diff != "" {
		t.Errorf("%v %s", err, diff)
	}
	// All but two solved: the last one is next, and then the first.
	g := &terminalGame{stats: filepath.Join(dir, "lightsout", "statistics.json"), now: time.Now}
	levels, err := campaign()
	if err != nil {
		t.Fatal(err)
	}
	if err := updateStatistics(g.stats, func(s *statistics) {
		for _, l := range levels[1 : len(levels)-1] {
			s.solvedLevel(levelRecord{Board: l.board, Level: l.level, Presses: l.fewest, Stars: 3})
		}
		s.Campaign = s.Campaign[1:]
	}); err != nil {
		t.Fatal(err)
	}
	g.terminalPuzzle, g.level = levels[5].terminalPuzzle, levels[5].level
	g.nextLevel()
	if last := levels[len(levels)-1]; g.boardName() != last.board || g.level != last.level {
		t.Errorf("next is %s, level %d", g.boardName(), g.level)
	}
	g.nextLevel()
	if g.boardName() != "grid:3x3" || g.level != 1 {
		t.Errorf("then %s, level %d", g.boardName(), g.level)
	}
}

func TestStars(t *testing.T) {
	for _, c := range [][4]int{{6, 6, 0, 3}, {9, 6, 0, 2}, {10, 6, 0, 1}, {6, 6, 1, 2}, {40, 6, 3, 1}, {2, 1, 0, 2}} {
		if got := stars(c[0], c[1], c[2]); got != c[3] {
			t.Errorf("%d presses, best %d, %d hints: %d stars, want %d", c[0], c[1], c[2], got, c[3])
		}
	}
}

// A file that the page saved is read, and the other way round.
func TestStatisticsOfThePage(t *testing.T) {
	s, err := parseStatistics([]byte(`{"version":1,"boards":[{"board":"grid:3x3","presses":1,"played":5,"solved":5,"without_hints":2,"best_presses":1,"best_seconds":0.4}],
		"daily":[{"date":"2026-11-14","presses":9,"seconds":20,"hints":0},{"date":"2026-11-15","presses":9,"seconds":20,"hints":0,"shown":true,"late":true}],
		"campaign":[{"board":"hex:3","level":2,"presses":2,"stars":3}]}`))
	if err != nil {
		t.Fatal(err)
	}
	if n := s.streak(time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC)); n != 1 {
		t.Errorf("%d days in a row, though the last was late", n)
	}
}

// A file that cannot be read is left alone, and the player is told.
func TestTerminalStatisticsThatCannotBeRead(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("XDG_CONFIG_HOME", dir)
	file := filepath.Join(dir, "lightsout", "statistics.json")
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	const mine = `{"version": 2}`
	if err := os.WriteFile(file, []byte(mine), 0o644); err != nil {
		t.Fatal(err)
	}
	p := playTerminal(t, 200, 24, "--ascii")
	p.until(t, "Switch every")
	p.send(t, " ")
	p.until(t, "version 2 is not known here")
	p.send(t, "q")
	if err := <-p.ended; err != nil {
		t.Error(err)
	}
	if text, err := os.ReadFile(file); err != nil || string(text) != mine {
		t.Errorf("%v: it is now %s", err, text)
	}
}

// However a game ends, the terminal is restored.
func TestTerminalIsRestored(t *testing.T) {
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	p := playTerminal(t, 80, 24)
	p.until(t, "Switch every")
	p.stop(errInterrupted)
	if err := <-p.ended; !errors.Is(err, errInterrupted) {
		t.Errorf("a signal ends it with %v", err)
	}
	p.wantRestored(t)

	p.keyboard, p.tty = openTerminal(t, 80, 24)
	p.screen = watch(p.keyboard)
	p.before, _ = term.GetState(int(p.tty.Fd()))
	func() {
		defer func() {
			if recover() == nil {
				t.Error("the panic is lost")
			}
		}()
		_ = onScreen(p.tty, bufio.NewWriter(p.tty), func() error { panic("a bug") })
	}()
	p.wantRestored(t)
}

// Every board of switches that are its lights can be seen: each light is drawn at a place of its own, and the
// keys reach all of them.
func TestTerminalShowsEveryBoard(t *testing.T) {
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	for _, spec := range []string{"3x3x3", "hex:3", "triangle:5", "cube:3", "petersen", "hypercube:5", "platonic:dodecahedron", "complete:6", "path:30", "klein:5x6", "64x64", "merlin", "3x3x3x3"} {
		g := &terminalGame{api: play.New(play.Limits{}), now: time.Now, seed: randomSeed, jobs: make(chan func(), 4), ascii: true}
		if err := g.open(t.Context(), map[string]string{"spec": spec}); err != nil {
			t.Errorf("%s: %v", spec, err)
			continue
		}
		places, _, _ := g.places(78, 15)
		taken := map[[2]int]int{}
		for l, at := range places {
			for k := range cellWidth {
				spot := [2]int{at[0] + k, at[1]}
				if other, there := taken[spot]; there {
					t.Fatalf("%s: lights %d and %d are at the same place", spec, other, l)
				}
				taken[spot] = l
			}
		}
		reached := map[int]bool{0: true}
		for todo := []int{0}; len(todo) > 0; {
			from := todo[0]
			todo = todo[1:]
			for _, key := range []rune{keyUp, keyDown, keyLeft, keyRight} {
				g.cursor = from
				if g.move(key); !reached[g.cursor] {
					reached[g.cursor] = true
					todo = append(todo, g.cursor)
				}
			}
			if len(reached) > 400 {
				break
			}
		}
		if want := min(g.View.Lights, 400); len(reached) < want {
			t.Errorf("%s: the arrow keys reach %d of %d lights", spec, len(reached), g.View.Lights)
		}
		g.cursor = g.View.Lights - 1
		if frame := g.frame(80, 24); !strings.Contains(frame, "[##]") {
			t.Errorf("%s: the last light is not in sight:\n%s", spec, frame)
		}
	}
}

// The tool as a process, with the terminal as its own: script(1) has none to give in some places.
func TestTerminalAsAProcess(t *testing.T) {
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		width, height int
		args          []string
		keys          string
		code          int
		says          string
	}{
		{80, 24, nil, "q", 0, ""},
		{80, 24, nil, "\x03", exitInterrupted, "interrupted"},
		{40, 24, nil, "", exitUsage, "the window is too small, 40 columns by 24 lines; it must be at least 64 by 16"},
		{80, 24, []string{"-b", "toric:3"}, "", exitUsage, "switches of this board are not its lights"},
	} {
		keyboard, tty := openTerminal(t, c.width, c.height)
		shown := watch(keyboard)
		command := exec.CommandContext(t.Context(), filepath.Join(filepath.Dir(program), "lightsout"), append([]string{"play", "--terminal"}, c.args...)...)
		command.Args[0], command.Path = "lightsout", program // testscript.Main looks at the name
		command.Env = append(os.Environ(), "XDG_CONFIG_HOME="+t.TempDir())
		var said bytes.Buffer
		command.Stdin, command.Stdout, command.Stderr = tty, tty, &said
		command.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
		if err := command.Start(); err != nil {
			t.Fatal(err)
		}
		if c.keys != "" {
			shown.until(t, "Switch every")
			if _, err := io.WriteString(keyboard, c.keys); err != nil {
				t.Fatal(err)
			}
		}
		_ = command.Wait()
		if code := command.ProcessState.ExitCode(); code != c.code || !strings.Contains(said.String(), c.says) {
			t.Errorf("%v %q: exit %d, %s; want %d, %s", c.args, c.keys, code, said.String(), c.code, c.says)
		}
	}
}

// A terminal without UTF-8 shows boards and games in ASCII, without being asked to.
func TestTerminalWithoutUTF8(t *testing.T) {
	t.Setenv("LC_ALL", "C")
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	p := playTerminalHere(t, 80, 24, "-b", "3x3")
	p.until(t, "Lights left")
	p.send(t, "q")
	if err := <-p.ended; err != nil {
		t.Error(err)
	}
	p.wantRestored(t)
	if i := strings.IndexFunc(p.all(), func(r rune) bool { return r > '~' }); i >= 0 {
		t.Errorf("not ASCII: %q", p.all()[i:min(len(p.all()), i+40)])
	}
	_, tty := openTerminal(t, 80, 24)
	con := newConsole(strings.NewReader(""), tty, io.Discard)
	if presses, _ := brushes(con, false); presses.legend != asciiPresses.legend {
		t.Errorf("drawn as %s", presses.legend)
	}
}

func TestKeys(t *testing.T) {
	var keys keyReader
	var got []rune
	for _, b := range []byte("a\x1b[A\x1bOB\x1b[1;2C\x1b[D\x1b[3~Q\r\x1bq\xc3\xa4 \x1b[1\x03") {
		if key := keys.feed(b); key != keyNone {
			got = append(got, key)
		}
	}
	want := []rune{'a', keyUp, keyDown, keyRight, keyLeft, 'q', ' ', 'q', ' ', keyInterrupt}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// Whatever is typed, a game goes on, and its frames have the size of the window.
func FuzzTerminalKeys(f *testing.F) {
	f.Add([]byte("\x1b[C \x1bOB u+-r?s\t"))
	f.Fuzz(func(t *testing.T, typed []byte) {
		g := &terminalGame{api: play.New(play.Limits{}), now: time.Now, seed: randomSeed, jobs: make(chan func(), 4)}
		if err := g.open(t.Context(), map[string]string{"spec": "3x3"}); err != nil {
			t.Fatal(err)
		}
		var keys keyReader
		for _, b := range typed {
			if key := keys.feed(b); key != keyNone && key != keyInterrupt && !strings.ContainsRune("hndq", key) {
				g.key(t.Context(), key)
			}
		}
		if lines := strings.Count(g.frame(64, 16), "\n"); lines != 15 {
			t.Fatalf("%d lines", lines+1)
		}
	})
}

func FuzzStatistics(f *testing.F) {
	f.Add([]byte(`{"version":1,"boards":[{"board":"grid:2x2","presses":3,"played":1,"solved":1,"without_hints":1,"best_presses":3}],"daily":[{"date":"2026-01-04","presses":3,"seconds":1.5,"hints":0}],"campaign":[{"board":"hex:3","level":2,"presses":2,"stars":3}]}`))
	f.Fuzz(func(_ *testing.T, text []byte) {
		s, err := parseStatistics(text)
		if err != nil {
			return
		}
		s.board("grid:5x5", 6).solved(6, 1, 0)
		_ = s.streak(time.Date(2026, 1, 4, 12, 0, 0, 0, time.UTC))
	})
}

func TestStreak(t *testing.T) {
	s := &statistics{}
	for _, date := range []string{"2026-03-01", "2026-02-27", "2026-02-28", "2026-02-25", "2026-02-28"} {
		s.solvedDaily(dailyRecord{Date: date})
	}
	for today, want := range map[string]int{"2026-03-01": 3, "2026-03-02": 3, "2026-03-03": 0, "2026-02-26": 1} {
		day, _ := time.Parse(time.DateOnly, today)
		if got := s.streak(day); got != want {
			t.Errorf("%s: %d days in a row, want %d", today, got, want)
		}
	}
	if len(s.Daily) != 4 {
		t.Errorf("a day counts twice: %v", s.Daily)
	}
}
