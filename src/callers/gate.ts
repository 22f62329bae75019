import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Settings } from '../config';
import { keyGate } from './key-gate';
import { OPEN_CORS, openGate } from './open-gate';
import { UserDirectory } from './user-directory';

/** Decides who comes in: with keys whoever shows one, without them this machine. */
export function guardEntrance(app: NestExpressApplication, { apiKeys }: Settings): void {
  if (apiKeys) app.use(keyGate(apiKeys, app.get(UserDirectory, { strict: false })));
  else app.use(openGate);
}

/** Pages of other origins may call only while no keys are set, and only if they are of this machine. Before everything that answers. */
export function allowOrigins(app: NestExpressApplication, { apiKeys }: Settings): void {
  if (!apiKeys) app.enableCors(OPEN_CORS);
}
