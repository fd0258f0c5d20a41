package store_test

import (
	"context"
	"fmt"
	"sync/atomic"
	"testing"

	"birdie/server/store/storetest"
)

// Many tables append at once, each command with its sync.
func BenchmarkAppend(b *testing.B) {
	ctx := context.Background()
	for _, tables := range []int{1, 16, 256} {
		b.Run(fmt.Sprint("tables=", tables), func(b *testing.B) {
			s := storetest.Open(b, storetest.SQLite(b))
			var next atomic.Int64
			data := string(make([]byte, 200))
			b.SetParallelism(tables)
			b.ResetTimer()
			b.RunParallel(func(pb *testing.PB) {
				id := fmt.Sprint("t", next.Add(1))
				for seq := int64(0); pb.Next(); seq += 2 {
					if err := s.Append(ctx, seq, entries(0, fmt.Sprint(seq, "=", data), data), head(id, 0)); err != nil {
						b.Fatal(err)
					}
				}
			})
			commits, writes := s.Commits()
			b.ReportMetric(float64(writes)/float64(commits), "writes/commit")
		})
	}
}
