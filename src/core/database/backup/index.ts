export { backUp } from './back-up';
export { BackupError } from './backup-error';
export { restore, type Restored } from './restore';
