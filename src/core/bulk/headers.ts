import { InvalidRequest, type ValidationError } from '../problems';
import { unknownField } from '../problems/near-names';
import { importableColumns, type BulkType } from './columns';

/** Errors listed at most, as in a body. */
const MAX_ERRORS = 100;

/**
 * The names of the columns of a file: as the fields are called, or alike but for case, spaces, hyphens, dots and underscores.
 * @throws InvalidRequest with every unknown, ambiguous or duplicate column
 */
export function namesOf(bulkType: BulkType, headers: readonly string[]): readonly string[] {
  const known = importableColumns(bulkType);
  const alike = new Map<string, string[]>();
  for (const name of known) alike.set(simplified(name), [...(alike.get(simplified(name)) ?? []), name]);
  const found = headers.map((header) => meantBy(header, known, alike));
  const errors = [...found.filter((each) => typeof each !== 'string'), ...repeated(found, headers)].slice(0, MAX_ERRORS);
  const [first] = errors;
  if (!first) return found as string[];
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

const repeated = (found: readonly (string | ValidationError)[], headers: readonly string[]): ValidationError[] =>
  found.flatMap((name, index) => {
    const first = found.indexOf(name);
    if (typeof name !== 'string' || first === index) return [];
    const both = headers[first] === headers[index] ? '' : `, not of ${headers[first]} and of ${headers[index]}`;
    return [{ pointer: `/${name}`, detail: `must be the name of only one column${both}` }];
  });
