
ä
jit_two_layersmain³
main
x	parameter@€˜d
w1	parameter€€H˜e
w2	parameter€€H˜f
dot.1dot@€˜g¢de%
gelu_fusionfusion@€˜h¢g)
transpose.1	transpose€€˜i¢f
dot.2dot@€˜j¢hi"

max_fusionfusion@˜k¢j%

exp_fusionfusion@€˜l¢jk"

sum_fusionfusion@˜m¢l(
divide_fusionfusion@€˜n¢lm"
tupletuple"@€˜o¢n(0o0:

defghijklmnoÝ

€€ d

€€  e

€€ f

€€ g

€€ h

€€ i

€€ j
	€ k

	€€ l
	
€ m

€€ n
 o€€(J€€€€ (0J€€ €€(0J€€€€8J€€8JXK€€J€€J€€J
€€€€J
€€€€J€J		€€€J	
€‚€"§
main"dot.1
main"gelu_fusion(
main"transpose.1
main"dot.2
main"gelu_fusion
main"transpose.1
main"
max_fusion
	main"
exp_fusion
main"
max_fusion
main"dot.2

main"
sum_fusion

main"
sum_fusion
	main"
exp_fusion