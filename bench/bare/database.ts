import { isEmbedded, pathOf } from '../database';
import type { BareDatabase } from './executor';
import { openFile } from './file';
import { openServer } from './server';

/** With the drivers, connections and durability of the service. */
export const openBare = (url: string): Promise<BareDatabase> =>
  isEmbedded(url) ? openFile(pathOf(url)) : Promise.resolve(openServer(url));
