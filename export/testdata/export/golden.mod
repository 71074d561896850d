# lightsout puzzle on graph:golden: 5 switches, 4 lights, 2 of them to change
# x[1], x[2], ... are the switches
# presses: at least 2
# presses: at most 3

param states, integer, >= 2;
param switches, integer, >= 0;
param lights, integer, >= 0;
param extra, integer, >= 0, default 0;             # further variables, after the switches
set SWITCHES := 1..switches;
set LIGHTS := 1..lights;
set EXTRA := switches + 1..switches + extra;
set AROUND{LIGHTS}, within SWITCHES union EXTRA, default {};   # the variables that change a light
param adds{l in LIGHTS, s in AROUND[l]}, integer, default 1;   # what a press adds
param change{LIGHTS}, integer, default 0;          # what must be added to the light
set FORBIDDEN, within SWITCHES, default {};
set REQUIRED, within SWITCHES, default {};
param at_least, integer, default 0;
param at_most, integer, default switches * (states - 1);

# How often a light goes round is a number in binary, at most all that can be added to it divided by the states.
param most{l in LIGHTS}, integer := (states - 1) * sum{s in AROUND[l]} adds[l,s];
param bits{l in LIGHTS}, integer := min{k in 0..31: 2 ** k > (most[l] - change[l]) / states} k;

var x{SWITCHES union EXTRA}, integer, >= 0, <= states - 1;   # how often the switch is pressed
var d{l in LIGHTS, k in 1..bits[l]}, binary;
var nothing, integer, >= 0, <= 0;                  # what a board without switches sums up to

s.t. few: sum{s in SWITCHES} x[s] + nothing <= at_most;
s.t. many: sum{s in SWITCHES} x[s] + nothing >= at_least;
s.t. light{l in LIGHTS}: sum{s in AROUND[l]} adds[l,s] * x[s] = states * sum{k in 1..bits[l]} 2 ** (k - 1) * d[l,k] + change[l];
s.t. forbidden{s in FORBIDDEN}: x[s] = 0;
s.t. required{s in REQUIRED}: x[s] >= 1;

minimize presses: sum{s in SWITCHES} x[s];

solve;

data;

param states := 2;
param switches := 5;
param lights := 4;
param at_least := 2;
param at_most := 3;
set FORBIDDEN := 5;
set REQUIRED := 4;
set AROUND[1] := 1 2 4;
set AROUND[2] := 1 3 5;
set AROUND[3] := 1 2 3 5;
param change := 1 1 3 1;

end;
