//go:build unix

package main

import (
	"os"
	"runtime"
	"syscall"
)

// peakMemory is the most memory that a program took, in bytes.
func peakMemory(state *os.ProcessState) (int64, bool) {
	usage, ok := state.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0, false
	}
	unit := int64(1 << 10)
	if runtime.GOOS == "darwin" {
		unit = 1 // which counts bytes, not kilobytes
	}
	return int64(usage.Maxrss) * unit, true //nolint:unconvert // an int32 on some systems
}
