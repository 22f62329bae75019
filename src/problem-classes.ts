import { areaProblems } from './areas';
import { MissingScope } from './core/callers';
import { ChangesGone } from './core/changes';
import { FileMissing, InfectedFile, StorageFailed, TooLargeToScan, VirusScanUnavailable } from './core/files';
import { Overloaded } from './core/http/load';
import { KeyReused, ResponseErased } from './core/idempotency';
import { COMMON_PROBLEMS, type ProblemClass } from './core/problems';
import { ExternalIDInUse, ForbiddenTransition, InUse } from './core/records';

/** The problems of the shared rooms. */
const coreProblems: readonly ProblemClass[] = [
  ...COMMON_PROBLEMS,
  ChangesGone,
  ExternalIDInUse,
  FileMissing,
  ForbiddenTransition,
  InfectedFile,
  InUse,
  KeyReused,
  MissingScope,
  Overloaded,
  ResponseErased,
  StorageFailed,
  TooLargeToScan,
  VirusScanUnavailable,
];

/** Every class of problems with a type of its own: each has a page at its type. */
export const PROBLEM_CLASSES: readonly ProblemClass[] = [...coreProblems, ...areaProblems];
