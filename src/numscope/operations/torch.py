"""The traits of torch's operations. Its recorder adds what an operator's schema says: views, writes, random numbers."""

from __future__ import annotations

from numscope.operations._table import table
from numscope.operations.traits import Trait

# By the schemas of torch 2.13: the result is an alias of the first operand, which is not written.
_VIEWS = (
    "_autocast_to_full_precision _autocast_to_reduced_precision _conj _fw_primal _grad_sum_to_size "
    "_indices _make_dual _ncf_unsqueeze _ncf_view _neg_view _nested_get_values _nested_view_from_buffer "
    "_nested_view_from_jagged _reshape_alias _sparse_broadcast_to _values adjoint alias as_strided "
    "broadcast_to ccol_indices chunk coalesce col_indices conj contiguous cpu crow_indices cuda detach "
    "diagonal dsplit expand expand_as flatten hsplit imag indices lift_fresh linalg_diagonal mH mT "
    "matrix_H moveaxis movedim narrow numpy_T permute pin_memory positive ravel real reshape reshape_as "
    "resolve_conj resolve_neg row_indices select slice slice_inverse split split_with_sizes squeeze "
    "swapaxes swapdims t tensor_split to transpose unbind unflatten unfold unsqueeze values view "
    "view_as view_as_complex view_as_real vsplit"
)
# By the tag nondeterministic_seeded of torch 2.13.
_DRAWING = (
    "_cudnn_attention_backward _cudnn_attention_forward _cudnn_init_dropout_state _cudnn_rnn "
    "_efficient_attention_forward _fill_mem_eff_dropout_mask_ _flash_attention_forward "
    "_flash_attention_forward_no_dropout_inplace _fused_dropout _fused_sdp_choice _lstm_mps "
    "_nested_tensor_softmax_with_shape _sample_dirichlet _scaled_dot_product_attention_math "
    "_scaled_dot_product_attention_math_for_mps _scaled_dot_product_cudnn_attention "
    "_scaled_dot_product_cudnn_attention_backward _scaled_dot_product_efficient_attention "
    "_scaled_dot_product_efficient_attention_backward _scaled_dot_product_flash_attention "
    "_scaled_dot_product_flash_attention_for_cpu _scaled_dot_product_fused_attention_overrideable "
    "_standard_gamma _triton_scaled_dot_attention alpha_dropout alpha_dropout_ bernoulli bernoulli_ "
    "binomial cauchy cauchy_ dropout dropout_ exponential exponential_ feature_alpha_dropout "
    "feature_alpha_dropout_ feature_dropout feature_dropout_ geometric geometric_ gru log_normal "
    "log_normal_ lstm miopen_rnn multinomial native_dropout normal normal_ normal_functional poisson "
    "rand rand_like randint randint_like randn randn_like random random_ randperm rnn_relu rnn_tanh "
    "rrelu rrelu_ rrelu_with_noise rrelu_with_noise_ rrelu_with_noise_functional "
    "scaled_dot_product_attention uniform uniform_"
)

_OPERATORS = table(
    (
        (Trait.UNINITIALISED, "empty empty_like empty_strided empty_permuted empty_quantized new_empty"),
        (
            Trait.UNINITIALISED,
            "new_empty_strided _empty_affine_quantized _empty_per_channel_affine_quantized",
        ),
        (Trait.UNINITIALISED, "resize_ resize_as_"),
        # In place by their schemas, for what they change is how the tensor lies there.
        (Trait.VIEW, "detach_ requires_grad_"),
        (Trait.VIEW, _VIEWS),
        # In place by their schemas, or found to be by comparing bytes, and not by their names.
        (Trait.WRITES, "__iand__ __ilshift__ __ior__ __irshift__ __ixor__ _cummax_helper _cummin_helper"),
        (Trait.WRITES, "_amp_foreach_non_finite_check_and_unscale _amp_update_scale _batch_norm_with_update"),
        (Trait.WRITES, "_flash_attention_forward_no_dropout_inplace _fused_adagrad _fused_adam _fused_adamw"),
        (Trait.WRITES, "_fused_sgd _fused_moving_avg_obs_fq_helper fused_moving_avg_obs_fake_quant"),
        (
            Trait.WRITES,
            "_native_batch_norm_legit native_batch_norm cudnn_batch_norm miopen_batch_norm batch_norm",
        ),
        (
            Trait.WRITES,
            "_batch_norm_impl_index instance_norm rrelu_with_noise record_stream set_data retain_grad",
        ),
        (Trait.WRITES, "_copy_from _copy_from_and_resize"),
        (
            Trait.ASSIGNS | Trait.OVERWRITES,
            "zero_ fill_ copy_ uniform_ normal_ random_ bernoulli_ exponential_",
        ),
        (Trait.ASSIGNS | Trait.OVERWRITES, "log_normal_ cauchy_ geometric_"),
        (Trait.ASSIGNS, "eye set_"),
        (Trait.DRAWS, _DRAWING),
        (Trait.LIFTS, "lift_fresh lift_fresh_copy"),
        (Trait.COPIES, "copy_"),
        (Trait.NONFINITE_ON_PURPOSE, "nan* isnan isfinite isinf set_"),
        (Trait.MASKS, "full* new_full fill* masked_fill* where zero*"),
        (
            Trait.CONTRACTS,
            "mm bmm matmul addmm addmm_ baddbmm baddbmm_ addbmm addbmm_ dot vdot inner mv addmv addmv_",
        ),
        (
            Trait.CONTRACTS,
            "einsum tensordot linear bilinear linalg_vecdot linalg_matmul chain_matmul linalg_multi_dot",
        ),
        (Trait.CONTRACTS, "_convolution convolution conv1d conv2d conv3d conv_transpose1d conv_transpose2d"),
        (
            Trait.CONTRACTS,
            "conv_transpose3d mkldnn_convolution cudnn_convolution _slow_conv2d_forward thnn_conv2d",
        ),
    ),
    "aten::",
)
TRAITS = _OPERATORS | {
    "autograd::*": int(Trait.FRAME | Trait.GRAPH_NODE),
    "optim::*": int(Trait.FRAME),  # a step of an optimiser
    "Torch-Compiled Region*": int(Trait.FRAME),
}


def by_convention(name: str) -> int:
    """Return what torch's rules of naming say: an operator whose name ends in an underscore works in place."""
    is_operator = name.startswith("aten::") and not name.endswith("_no_grad_embedding_renorm_")
    return int(Trait.WRITES) if is_operator and name.endswith("_") and not name.endswith("__") else 0
