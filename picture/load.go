package picture

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	_ "image/gif" // one of the formats that are read
	"image/jpeg"
	"image/png"
	"io"
)

// maxPixels is the largest image that is decoded. A few bytes of a file can announce more pixels than
// any memory holds, so the announced size is checked first.
const maxPixels = 1 << 26

// Load reads a PNG, JPEG or GIF image; of an animation, the first frame. The name is used in errors.
func Load(r io.Reader, name string) (Gray, error) {
	var head bytes.Buffer
	config, kind, err := image.DecodeConfig(io.TeeReader(r, &head))
	if errors.As(err, new(png.UnsupportedError)) || errors.As(err, new(jpeg.UnsupportedError)) {
		return Gray{}, fmt.Errorf("%s: cannot be read: %w", name, err)
	}
	if err != nil {
		return Gray{}, fmt.Errorf("%s: not a PNG, JPEG or GIF image: %w", name, err)
	}
	if config.Width <= 0 || config.Height <= 0 {
		return Gray{}, fmt.Errorf("%s: the image has no pixels: %d×%d", name, config.Width, config.Height)
	}
	if config.Width > maxPixels/config.Height {
		return Gray{}, fmt.Errorf("%s: %d×%d pixels are too many; the limit is %d", name, config.Width, config.Height,
			maxPixels)
	}
	img, _, err := image.Decode(io.MultiReader(&head, r))
	if err != nil {
		return Gray{}, fmt.Errorf("%s: broken %s image: %w", name, kind, err)
	}
	if b := img.Bounds(); b.Empty() || b.Dx() > maxPixels/b.Dy() {
		return Gray{}, fmt.Errorf("%s: the image has %d×%d pixels, but its header says %d×%d", name, b.Dx(), b.Dy(),
			config.Width, config.Height)
	}
	return fromImage(img), nil
}
