import { InvalidRequest, type ValidationError } from '../problems';
import { unknownField } from '../problems/near-names';
import { importableColumns, type BulkType } from './columns';
import { MAX_ERRORS } from './row';

/**
 * The names of the columns of a file: as the fields are called, or alike but for case, spaces, hyphens, dots and underscores.
 * @throws InvalidRequest with the first unknown, ambiguous and duplicate columns
 */
export function namesOf(bulkType: BulkType, headers: readonly string[]): readonly string[] {
  const known = importableColumns(bulkType);
  const alike = new Map<string, string[]>();
  for (const name of known) alike.set(simplified(name), [...(alike.get(simplified(name)) ?? []), name]);
  const headerOf = new Map<string, string>();
  const errors: ValidationError[] = [];
  for (const header of headers) {
    const name = meantBy(header, known, alike);
    if (typeof name !== 'string') errors.push(name);
    else if (headerOf.has(name)) errors.push(repeated(name, headerOf.get(name)!, header));
    else headerOf.set(name, header);
    if (errors.length === MAX_ERRORS) break;
  }
  const [first] = errors;
  if (!first) return [...headerOf.keys()];
  throw new InvalidRequest(
    `The first line must contain field names; ${first.pointer.slice(1) || 'an empty name'} ${first.detail}.`,
    errors,
  );
}

/** "First Name" and "first_name" are firstName. */
const simplified = (name: string): string => name.replace(/[\s_.-]/g, '').toLowerCase();

function meantBy(header: string, known: ReadonlySet<string>, alike: ReadonlyMap<string, readonly string[]>): string | ValidationError {
  const name = header.trim();
  if (known.has(name)) return name;
  const [meant, ...others] = alike.get(simplified(name)) ?? [];
  const pointer = `/${name.length > 100 ? `${name.slice(0, 100)}…` : name}`;
  if (meant !== undefined) return others.length === 0 ? meant : { pointer, detail: `may mean ${[meant, ...others].join(' or ')}` };
  return { pointer, detail: unknownField(name, known) };
}

const repeated = (name: string, first: string, other: string): ValidationError => ({
  pointer: `/${name}`,
  detail: `must be the name of only one column${first === other ? '' : `, not of ${first} and of ${other}`}`,
});
