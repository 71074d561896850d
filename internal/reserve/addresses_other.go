//go:build !linux

package reserve

func addresses() int64 { return -1 }
