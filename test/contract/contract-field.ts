/** The types of the interface specification. `integer` of it is read as int32, `number` as double, or int32 where it names an id. */
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
  /** Is the string itself a JSON text? */
  readonly json: boolean;
}

/** The specification says something that its reader does not understand. */
export class SpecificationError extends Error {
  override readonly name = 'SpecificationError';
}
