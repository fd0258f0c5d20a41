package solve_test

import (
	"time"

	"golang.org/x/sys/unix"
)

// processorTime returns how long this thread has been running.
func processorTime() time.Duration {
	var t unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &t); err != nil {
		panic(err)
	}
	return time.Duration(t.Nano())
}
