; lightsout puzzle on graph:golden: 5 switches, 4 lights, 2 of them to change
; x1, x2, ... are the switches
; presses: at least 2
; presses: at most 3
(set-option :produce-models true)
(set-logic QF_LIA)
(declare-const x1 Bool)
(declare-const x2 Bool)
(declare-const x3 Bool)
(declare-const x4 Bool)
(declare-const x5 Bool)
(assert (xor x1 x2 x4))
(assert (not (xor x1 x3 x5)))
(assert (xor x1 x2 x3 x5))
(assert (not x5))
(assert x4)
(assert (>= (+ (ite x1 1 0) (ite x2 1 0) (ite x3 1 0) (ite x4 1 0) (ite x5 1 0)) 2))
(assert (<= (+ (ite x1 1 0) (ite x2 1 0) (ite x3 1 0) (ite x4 1 0) (ite x5 1 0)) 3))
(minimize (+ (ite x1 1 0) (ite x2 1 0) (ite x3 1 0) (ite x4 1 0) (ite x5 1 0)))
(check-sat)
(get-model)
(get-objectives)
