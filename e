/usr/bin/time: cannot run ./l1: No such file or directory
Command exited with non-zero status 127
0.00 s 0.00 user 1196 KB
