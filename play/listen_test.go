package play

import "testing"

func TestAddresses(t *testing.T) {
	for address, want := range map[string]string{
		"127.0.0.1:80": "127.0.0.1 80", "localhost": "localhost 0", "0.0.0.0": "0.0.0.0 0",
		"::1": "::1 0", "[::1]": "::1 0", "[::1]:80": "::1 80", ":80": " 80", "8080": "127.0.0.1 8080",
	} {
		if host, port, err := splitAddress(address); err != nil || host+" "+port != want {
			t.Errorf("%s: %q %q %v, want %s", address, host, port, err, want)
		}
	}
	if _, _, err := splitAddress("a:b:c"); err == nil {
		t.Error("a:b:c is no address")
	}
}
