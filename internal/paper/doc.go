// Package paper puts scenes on paper: as PNG, as PDF, and many puzzles on numbered pages.
//
//	img, err := paper.Image(scene, 48)                       // 48 pixels per cell
//	err = paper.WritePDF(w, "title", []paper.Page{…})
//	pages, err := sheet.Pages(puzzles)                       // a booklet
//
// Letters are those of Liberation Sans, which is part of the program, so that a picture is the same
// everywhere.
package paper
