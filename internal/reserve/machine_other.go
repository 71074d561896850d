//go:build !linux

package reserve

// Machine is not known here: only --max-memory is a limit.
func Machine() int64 { return 0 }

// SaveAddresses does nothing here.
func SaveAddresses() {}
