//go:build js && wasm

// Command wasm is the library for the static page. It provides the JavaScript function
//
//	lightsoutCall(method, text) → a promise of the text of the answer
//
// which is play.API.Call. Errors have the form {"error": {"code", "message"}}, as from the server.
package main

import (
	"context"
	"encoding/json"
	"syscall/js"

	"lightsout/play"
)

func main() {
	api := play.New(play.Limits{})
	js.Global().Set("lightsoutCall", js.FuncOf(func(_ js.Value, args []js.Value) any {
		method, body := args[0].String(), args[1].String()
		return promise(func() string { return call(api, method, body) })
	}))
	select {} // the page calls for as long as it is open
}

func call(api *play.API, method, body string) string {
	answer, err := api.Call(context.Background(), method, []byte(body))
	if err != nil {
		answer, _ = json.Marshal(map[string]error{"error": err})
	}
	return string(answer)
}

// promise runs work in a goroutine, because JavaScript must never block on Go.
func promise(work func() string) js.Value {
	var executor js.Func
	executor = js.FuncOf(func(_ js.Value, args []js.Value) any {
		resolve := args[0]
		go func() {
			defer executor.Release()
			resolve.Invoke(work())
		}()
		return nil
	})
	return js.Global().Get("Promise").New(executor)
}
