// The same service as one writes it in Go with its standard library: server port
package main

import (
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"
)

type animation struct {
	From          string  `json:"from"`
	To            string  `json:"to"`
	Interpolation string  `json:"interpolation"`
	Curve         string  `json:"curve"`
	Duration      float64 `json:"duration"`
	FPS           float64 `json:"fps"`
	FrameCount    int     `json:"frameCount"`
	Animated      bool    `json:"animated"`
	start, end    float64
	unit          string
}

type frame struct {
	Index    int     `json:"index"`
	Time     float64 `json:"time"`
	Progress float64 `json:"progress"`
	Text     string  `json:"text"`
}

type document struct {
	Animation *animation `json:"animation"`
	Frames    []frame    `json:"frames"`
}

func easeInOut(t float64) float64 {
	if t < 0.5 {
		return 4 * t * t * t
	}
	return 1 - 4*(1-t)*(1-t)*(1-t)
}

func number(query url.Values, name string, otherwise float64) float64 {
	if value, err := strconv.ParseFloat(query.Get(name), 64); err == nil {
		return value
	}
	return otherwise
}

// The number a text begins with, and what follows it.
func split(text string) (float64, string) {
	unit := strings.TrimLeft(text, "0123456789.")
	value, _ := strconv.ParseFloat(strings.TrimSuffix(text, unit), 64)
	return value, unit
}

func newAnimation(query url.Values) *animation {
	a := &animation{
		From: query.Get("from"), To: query.Get("to"), Interpolation: "number", Curve: "easeInOut",
		Duration: number(query, "duration", 2), FPS: number(query, "fps", 60), Animated: true}
	a.start, _ = split(a.From)
	a.end, a.unit = split(a.To)
	a.FrameCount = int(math.Ceil(a.Duration*a.FPS)) + 1
	return a
}

func (a *animation) frame(index int) frame {
	time := float64(index) / a.FPS
	if index == a.FrameCount-1 {
		time = a.Duration
	}
	progress := easeInOut(time / a.Duration)
	text := strconv.FormatFloat(math.Round(a.start+(a.end-a.start)*progress), 'f', 0, 64) + a.unit
	return frame{index, time, progress, text}
}

func answerDocument(response http.ResponseWriter, request *http.Request) {
	a := newAnimation(request.URL.Query())
	frames := make([]frame, a.FrameCount)
	for index := range frames {
		frames[index] = a.frame(index)
	}
	body, _ := json.Marshal(document{a, frames})
	response.Header().Set("Content-Type", "application/json")
	response.Header().Set("Content-Length", strconv.Itoa(len(body)))
	response.Write(body)
}

func event(response http.ResponseWriter, head string, data any) {
	text, _ := json.Marshal(data)
	fmt.Fprintf(response, "%sdata: %s\n\n", head, text)
	response.(http.Flusher).Flush()
}

// One timer a stream, set anew to each frame's own time so that nothing drifts; the newest frame that is due is sent.
func answerStream(response http.ResponseWriter, request *http.Request) {
	query := request.URL.Query()
	a := newAnimation(query)
	response.Header().Set("Content-Type", "text/event-stream")
	response.Header().Set("Cache-Control", "no-store")
	event(response, "retry: 1000\nevent: start\n", map[string]any{"animation": a})
	start := time.Now().Add(time.Duration(number(query, "delay", 0) * 1e9))
	due := func(index int) time.Time { return start.Add(time.Duration(a.frame(index).Time * 1e9)) }
	timer := time.NewTimer(time.Until(start))
	defer timer.Stop()
	last, next, sent := a.FrameCount-1, 0, 0
	for next <= last {
		select {
		case <-timer.C:
		case <-request.Context().Done():
			return
		}
		newest := int(time.Since(start).Seconds()*a.FPS + 1e-6)
		if newest > last {
			newest = last
		}
		event(response, fmt.Sprintf("id: %d\n", newest), a.frame(newest))
		sent++
		next = newest + 1
		if next <= last {
			timer.Reset(time.Until(due(next)))
		}
	}
	event(response, "event: end\n", map[string]any{
		"reason": "finished", "framesSent": sent, "framesSkipped": a.FrameCount - sent})
}

func main() {
	http.HandleFunc("/v1/frames", answerDocument)
	http.HandleFunc("/v1/stream", answerStream)
	if err := http.ListenAndServe("127.0.0.1:"+os.Args[1], nil); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
