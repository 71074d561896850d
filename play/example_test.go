package play_test

import (
	"context"
	"encoding/json"
	"fmt"

	"lightsout/play"
)

// The answer to all-on 3×3, as the page asks for it.
func ExampleAPI_Call() {
	api := play.New(play.Limits{})
	text, err := api.Call(context.Background(), "solve", []byte(`{"board": {"spec": "3x3"}, "on": [0,1,2,3,4,5,6,7,8]}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	var answer struct {
		Presses []int
		Minimum bool
	}
	if err := json.Unmarshal(text, &answer); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(answer.Presses, answer.Minimum)
	// Output:
	// [0 2 4 6 8] true
}
