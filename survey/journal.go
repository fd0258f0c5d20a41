package survey

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"

	"birdie/patience"
)

// JournalError says that a file is no journal of the question asked.
type JournalError struct {
	Path  string
	Other string // the deals of the journal, when it belongs to another question
}

func (e *JournalError) Error() string {
	if e.Other != "" {
		return "survey: " + e.Path + " is the journal of another survey: " + e.Other
	}
	return "survey: " + e.Path + " is no journal of a survey"
}

// header is the first line of a journal. It holds all that the tallies depend on.
type header struct {
	Journal string           `json:"journal"`
	Deals   string           `json:"deals"`
	Rules   []patience.Rules `json:"rules"`
	Chunk   int              `json:"chunk"`
}

const journalKind = "birdie survey 1"

// entry is every other line: a chunk that is done.
type entry struct {
	Chunk   int     `json:"chunk"`
	Tallies []Tally `json:"tallies"`
}

// journal is an open journal; without a file it does nothing.
type journal struct{ file *os.File }

// openJournal opens or makes the journal of a question and hands all that is in
// it to add. Each entry is one line, written at once; a process that was killed
// can leave at most one line torn, the last, which is cut off.
func openJournal(path string, q Question, add func(entry)) (*journal, error) {
	if path == "" {
		return &journal{}, nil
	}
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	j := &journal{file}
	if err := j.read(path, q, add); err != nil {
		j.close()
		if errors.Is(err, errLong) {
			err = &JournalError{Path: path}
		}
		return nil, err
	}
	return j, nil
}

func (j *journal) read(path string, q Question, add func(entry)) error {
	want := header{journalKind, q.Deals.String(), q.Rules, chunk}
	lines := bufio.NewReader(j.file)
	first, whole, err := readLine(lines)
	if err != nil {
		return err
	}
	if !whole {
		// New, or killed while writing the first line. Anything else is kept.
		line, err := json.Marshal(want)
		if err != nil {
			return err
		}
		if !bytes.HasPrefix(append(line, '\n'), first) {
			return &JournalError{Path: path}
		}
		return j.restart(0, line)
	}
	var got header
	if json.Unmarshal(first, &got) != nil || got.Journal != journalKind {
		return &JournalError{Path: path}
	}
	if !got.equal(want) {
		return &JournalError{Path: path, Other: got.Deals}
	}
	size := int64(len(first))
	seen := make([]bool, q.chunks())
	for {
		line, whole, err := readLine(lines)
		if err != nil {
			return err
		}
		if !whole {
			return j.restart(size, nil)
		}
		var e entry
		if json.Unmarshal(line, &e) != nil || e.Chunk < 0 || e.Chunk >= len(seen) || len(e.Tallies) != len(q.Rules) {
			return &JournalError{Path: path}
		}
		size += int64(len(line))
		if !seen[e.Chunk] {
			seen[e.Chunk] = true
			add(e)
		}
	}
}

func (h header) equal(other header) bool {
	a, errA := json.Marshal(h)
	b, errB := json.Marshal(other)
	return errA == nil && errB == nil && bytes.Equal(a, b)
}

// longest is the most bytes of a line. One with every rule set has a thousandth of it;
// a device or a large file of another kind may have no line at all.
const longest = 16 << 20

var errLong = errors.New("survey: a line too long for a journal")

// readLine returns the next line with its end, or what there is without one.
func readLine(r *bufio.Reader) (line []byte, whole bool, err error) {
	for len(line) <= longest {
		part, err := r.ReadSlice('\n')
		line = append(line, part...)
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
		case errors.Is(err, io.EOF):
			return line, false, nil
		default:
			return line, err == nil, err
		}
	}
	return nil, false, errLong
}

// restart cuts the file to a size and appends a line, if there is one.
func (j *journal) restart(size int64, line []byte) error {
	if err := j.file.Truncate(size); err != nil {
		return err
	}
	if _, err := j.file.Seek(size, io.SeekStart); err != nil {
		return err
	}
	if line == nil {
		return nil
	}
	_, err := j.file.Write(append(line, '\n'))
	return err
}

// write appends an entry.
func (j *journal) write(e entry) error {
	if j.file == nil {
		return nil
	}
	line, err := json.Marshal(e)
	if err != nil {
		return err
	}
	_, err = j.file.Write(append(line, '\n'))
	return err
}

// close closes the file, once.
func (j *journal) close() error {
	if j.file == nil {
		return nil
	}
	file := j.file
	j.file = nil
	return file.Close()
}
