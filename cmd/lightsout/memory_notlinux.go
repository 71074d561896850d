//go:build !linux

package main

// machineMemory is not known here: only --max-memory is a limit.
func machineMemory() int64 { return 0 }

func saveAddresses() {}
