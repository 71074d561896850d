% lightsout puzzle on graph:golden: 5 switches, 4 lights, 2 of them to change
% press_1, press_2, ... are the switches

cnf(flip_off, axiom, flip(off) = on).
cnf(flip_on, axiom, flip(on) = off).

cnf(press_1, axiom, ~ lights(X1,X2,X3,X4,X5) | lights(flip(X1),flip(X2),flip(X3),X4,X5)).
cnf(press_2, axiom, ~ lights(X1,X2,X3,X4,X5) | lights(flip(X1),X2,flip(X3),X4,X5)).
cnf(press_3, axiom, ~ lights(X1,X2,X3,X4,X5) | lights(X1,flip(X2),flip(X3),X4,X5)).
cnf(press_4, axiom, ~ lights(X1,X2,X3,X4,X5) | lights(flip(X1),X2,X3,X4,flip(X5))).

cnf(start, axiom, lights(on,off,off,on,on)).
fof(goal, conjecture, lights(off,off,on,on,off)).
