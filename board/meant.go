package board

import (
	"regexp"
	"slices"
	"strings"

	"lightsout/internal/suggest"
)

// Meant is the SPEC that a text means which is none, as people write boards: 5x6 for "5,6" and "5 by 6", torus:4x4 for
// torus4x4 and "4x4, torus", 5x5,pattern=king for "5x5 king". It is "" if that is not clear.
func Meant(text string) string {
	if b, err := parseShape(text); err == nil {
		return strings.TrimPrefix(b.spec, "grid:")
	}
	var shape string
	var numbers, options []string
	joined := 0 // numbers with an x or by before them
	tokens := specTokens.FindAllString(timesSign.ReplaceAllString(strings.ToLower(text), "${1}x"), -1)
	for i := 0; i < len(tokens); i++ {
		next := ""
		if i+1 < len(tokens) {
			next = tokens[i+1]
		}
		known, option := "", ""
		switch token := tokens[i]; {
		case strings.Contains(token, "="):
			option = strings.Join(strings.Fields(token), "")
		case strings.Trim(token, "0123456789") == "":
			numbers = append(numbers, strings.TrimLeft(token[:len(token)-1], "0")+token[len(token)-1:])
		case (token == "by" || token == "x") && i > 0 && isNumber(tokens[i-1]) && isNumber(next):
			joined++
		case token == "mod" && isNumber(next), token == "self" && (next == "on" || next == "off"):
			option = token + "=" + next
			i++
		case slices.Contains(patternNames, token):
			option = "pattern=" + token
		case shape != "":
			return ""
		default:
			if known = suggest.Nearest(token, shapeNames()); known == "" || known == "graph" {
				return ""
			}
			shape = known
		}
		if option != "" {
			options = append(options, option)
		}
	}
	if joined > 0 && joined < len(numbers)-1 {
		return "" // two boards, or from one to another
	}
	spec := strings.Join(numbers, "x")
	if shape != "" {
		spec = strings.TrimSuffix(shape+":"+spec, ":")
	}
	if spec = strings.Join(append([]string{spec}, options...), ","); spec == "" {
		return ""
	}
	if _, err := parseShape(spec); err != nil {
		return ""
	}
	return strings.TrimPrefix(spec, "grid:")
}

// timesSign is a number with another sign for x after it.
var timesSign = regexp.MustCompile(`([0-9]\s*)[*×]`)

// specTokens are the words, numbers and options of a text; anything between them but a sign of separation is one more, which
// means nothing.
var specTokens = regexp.MustCompile(`[a-z]+\s*=\s*[^,\s]+|[a-z]+|[0-9]+|[^a-z0-9\s,;:×*/()_-]+`)

func isNumber(token string) bool { return token != "" && strings.Trim(token, "0123456789") == "" }
