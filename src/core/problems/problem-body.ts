/** One error in a request. */
export interface ValidationError {
  /** JSON pointer to the field of the body (`/employmentHistories/0/startDate`, `` for all of it), or to the parameter (`/limit`). */
  readonly pointer: string;
  /** What the pointer refers to, if not the body. */
  readonly in?: 'query' | 'path';
  /** The second half of a sentence: "must be true or false". */
  readonly detail: string;
}

/** The body of an error response (RFC 9457). */
export interface ProblemBody {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly instance: string;
  readonly errors?: readonly ValidationError[];
}

/** What all problems of a type have in common. The page at the type shows it. */
export interface ProblemKind {
  /** A relative URI that never changes. */
  readonly type: string;
  readonly status: number;
  /** A sentence without a full stop. */
  readonly title: string;
  /** What has happened, in a sentence or two. */
  readonly meaning: string;
  /** What the caller can do about it. */
  readonly remedy: string;
}

/** A class of problems. */
export interface ProblemClass {
  readonly kind: ProblemKind;
}
