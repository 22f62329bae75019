export { Produces } from './accept.guard';
export { AlreadyThere, Created, Page } from './answer.interceptor';
export { ListBody, OptionalBody } from './body';
export { Expected, IfMatch, VERSION } from './conditional';
export { decodeCursor, encodeCursor, type Position } from './cursor';
export {
  Answers,
  AnswersAlready,
  AnswersCreated,
  AnswersNothing,
  AnswersPage,
  COUNT_HEADER,
  Fails,
  OnlyReads,
  Public,
} from './documentation';
export { Readiness } from './health.controller';
export { HttpModule } from './http.module';
export { announcePage, COUNTED, nextPage, cutPage, PageQuery, startOf, type PageEnd } from './paging';
export { PathId } from './path-id';
export { PathUuid } from './path-uuid';
export * from './problem';
export { QueryBoolean, QueryIds, QueryInt, QueryMoment, QueryOneOf, QueryText } from './query-parameters';
