export { backUp } from './back-up';
export { BackupError } from './backup-error';
export { closeUnused } from './close-unused';
export type { KeptFiles } from './kept-files';
export { restore, type Restored } from './restore';
