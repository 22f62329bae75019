import type { Random } from '../../src/demo/random';
import type { MainSizes } from '../../src/demo/sizes';
import type { BenchDatabase } from '../database';
import type { Client } from '../client';
import type { Sample } from './sample';

/** What a question needs while it is asked. */
export interface Asking {
  readonly client: Client;
  readonly store: BenchDatabase;
  readonly sample: Sample;
  /** Of the smallest firm, whose records every firm has. */
  readonly sizes: MainSizes;
}

/** One question to the service. */
export interface Question {
  readonly name: string;
  /** Asked over one connection only. */
  readonly alone?: boolean;
  /** Prepares it. @returns asks once and returns the milliseconds taken */
  readonly begin: (asking: Asking) => Promise<(random: Random) => Promise<number>>;
}
