//go:build unix

package main

import (
	"os"
	"os/signal"
	"syscall"
)

func onlyASCII() bool { return asciiLocale(os.Getenv) }

func understandsEscapes(*os.File) bool { return true }

// notifyResized sends a signal whenever the terminal has a new size.
func notifyResized(resized chan<- os.Signal) { signal.Notify(resized, syscall.SIGWINCH) }
