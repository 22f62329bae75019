/** The types of the interface specification. Its `integer` is int32; its `number` is double, or int32 for ids. */
export type ContractType =
  | { readonly kind: 'int32' | 'double' | 'string' | 'boolean' | 'dt' }
  | { readonly kind: 'enum'; readonly values: readonly number[] }
  | { readonly kind: 'array'; readonly of: ContractType }
  | { readonly kind: 'object'; readonly fields: readonly ContractField[] };

export interface ContractField {
  readonly name: string;
  readonly type: ContractType;
  /** Marked `?` in the specification. */
  readonly nullable: boolean;
  /** Whether the string holds JSON. */
  readonly json: boolean;
}

/** The specification contains something that its reader does not understand. */
export class SpecificationError extends Error {
  override readonly name = 'SpecificationError';
}
