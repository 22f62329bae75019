export { Refused, runCommand, WrongArguments } from './command';
export { progressTo, type Progress } from './progress';
