import { Injectable } from '@nestjs/common';
import { getTimezone } from 'countries-and-timezones';
import { documents, fileNamed } from '../../activities';
import type { Caller } from '../../core/callers';
import { Settings } from '../../core/config';
import { Transactions } from '../../core/database';
import type { ReceivedFile } from '../../core/files';
import { Created } from '../../core/http';
import { InvalidRequest, Problem, type ProblemKind } from '../../core/problems';
import { Confirmations, create, findResponse } from '../../core/records';
import { DocumentType } from '../../core/terms/numbers';
import { countryByCode } from '../../core/text/countries';
import { candidates } from '../candidates.records';
import { findDetails, lineWith, type Details } from './find-details';
import type { FoundDetailDto, FromResumeQuery } from './from-resume.dto';

/** Nobody can tell whose resume it is. */
export class NoNameFound extends Problem {
  static override readonly kind: ProblemKind = {
    type: '/problems/no-name-found',
    status: 400,
    title: 'No name was found in the resume',
    meaning: 'The resume does not clearly say whose it is: nothing is guessed.',
    remedy: 'Send firstName or lastName in the query, with the same file.',
  };
}

/** Makes candidates from resumes. */
@Injectable()
export class CandidatesFromResumes {
  constructor(
    private readonly transactions: Transactions,
    private readonly settings: Settings,
  ) {}

  /** @throws NoNameFound, InvalidRequest, DuplicateCandidate */
  create(caller: Caller, file: ReceivedFile, query: FromResumeQuery): Promise<Created> {
    const { text = '', textProblem } = file;
    const { fileName, ...given } = query;
    const { name = 'Resume' } = fileNamed(fileName);
    const details = storable(
      findDetails(text, {
        fileName,
        country: countryOf(query),
        homeCountry: getTimezone(this.settings.timeZone)?.countries[0],
      }),
    );
    const body = { ...details, ...nameGiven(given) };
    if (!body.firstName && !body.lastName)
      throw new NoNameFound(`${textProblem ?? 'The resume does not clearly say whose it is.'} Send firstName and lastName in the query.`);
    return this.transactions.write(caller, async (transaction) => {
      const candidateID = await create(transaction, candidates, body, { confirmations: Confirmations.in(query) });
      const resume = { name, typeID: DocumentType.Resume, candidateID, content: file };
      const documentID = await create(transaction, documents, resume);
      const response = {
        candidate: await findResponse(transaction, candidates, candidateID),
        document: await findResponse(transaction, documents, documentID),
        found: foundIn(text, details, body),
      };
      return new Created(response, '/api/Candidates', String(candidateID));
    });
  }
}

/** That of phone numbers, if the caller says it. @throws InvalidRequest */
function countryOf({ country }: FromResumeQuery): string | undefined {
  if (country === undefined) return undefined;
  const code = country.length === 2 ? countryByCode(country) : undefined;
  if (code === undefined)
    throw InvalidRequest.because([{ pointer: '/country', in: 'query', detail: 'must be the code of a country, such as AU' }]);
  return code;
}

/** What a candidate can have of what was found, which no request has checked. Half a name would be another one. */
function storable(found: Details): Details {
  const isWrong = ([name, value]: [string, unknown]): boolean => candidates.field(name).validate(value) !== undefined;
  const wrong = Object.entries(found)
    .filter(isWrong)
    .map(([name]) => name);
  if (wrong.includes('firstName') || wrong.includes('lastName')) wrong.push('firstName', 'lastName');
  return Object.fromEntries(Object.entries(found).filter(([name]) => !wrong.includes(name)));
}

/** Whoever says the name says all of it. */
const nameGiven = ({ firstName = '', lastName = '' }: Pick<FromResumeQuery, 'firstName' | 'lastName'>): Details =>
  firstName === '' && lastName === '' ? {} : { firstName, lastName };

const foundIn = (text: string, details: Details, used: Details): FoundDetailDto[] =>
  Object.entries(details).flatMap(([field, value]: [string, string]) =>
    used[field as keyof Details] === value
      ? [{ field, value, line: lineWith(text, (field === 'countryCode' && details.postcode) || value) }]
      : [],
  );
