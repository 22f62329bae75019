export { Produces } from './accept.guard';
export { AlsoNeeds, Area, areaOf, requiredScopes } from './area';
export { AroundPosts } from './around-posts';
export { AlreadyExists, Constant, Created, Page } from './response';
export { AlsoAsLines, pages } from './lines';
export { ListBody, OptionalBody } from './body';
export { ExpectedVersion, IfMatch, VERSION } from './conditional';
export {
  DescribedTag,
  Returns,
  ReturnsExisting,
  ReturnsCreated,
  ReturnsNoContent,
  ReturnsPage,
  tagNamesOf,
  COUNT_HEADER,
  COUNT_HEADERS,
  ETAG,
  TOKEN_HEADER,
  Fails,
  CreatesOnce,
  Safe,
  Public,
} from './documentation';
export { Readiness } from './health.controller';
export { htmlPage } from './html-page';
export { HttpModule } from './http.module';
export {
  setPageHeaders,
  setTotal,
  countLimitOf,
  EXACT_COUNT_LIMIT,
  setNextLink,
  slicePage,
  PageQuery,
  QueryCount,
  directionOf,
  QueryDirection,
  type Count,
  type Direction,
  type PageEnd,
  type PageSlice,
} from './paging';
export { exampleIdOf, PathId } from './path-id';
export { PathUuid } from './path-uuid';
export { byLowerCase, FieldsQuery, QueryFields, wantedNames } from './wanted-names';
export { ProblemPagesModule } from './problem-pages/problem-pages.module';
export { routeOf } from './route-of';
export { QueryBoolean, QueryDay, QueryIds, QueryInt, QueryMoment, QueryNames, QueryOneOf, QueryText } from './query-parameters';
