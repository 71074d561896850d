module lightsout/tools/pictures

go 1.26.0
