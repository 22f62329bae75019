import { Statistics, STATISTICS_COUNTS, STATISTICS_DATES, activityMoment } from '../activities';
import { ResponseOf, UpdateOf } from '../core/fields/shapes';
import { BoolFigure, ComposedOrNull, CountText, MomentFigure, NameOf } from '../core/fields/decorators';
import { entryOn } from '../core/lookups';
import { JOIN_NEXT } from '../core/sql/dialect';
import { hasTags } from '../tags';
import { JOB_CONTACTS } from '../jobs';
import { Contact } from './contact.entity';

const onItsJobs = (from: string): string => `FROM ${JOB_CONTACTS} ${JOIN_NEXT} ${from} WHERE jc.contactID = r.id`;
const COMPLETED_TALK = 'a.statusID = 2 AND a.category BETWEEN 3 AND 6';
const OPEN_TALK = 'a.statusID = 1 AND a.category BETWEEN 3 AND 6';
const at = (example: string) => ({ example, indexed: true }) as const;

/** A contact in a response. */
@Statistics({
  party: 'Contact',
  applications: `JOIN ${JOB_CONTACTS} ON jc.jobID = ap.jobID WHERE jc.contactID = r.id`,
  placements: `JOIN ${JOB_CONTACTS} ON jc.jobID = pl.jobID WHERE jc.contactID = r.id`,
})
export class ContactDto extends ResponseOf(Contact) {
  @NameOf('siteID', { example: 'Head office' }) siteName!: string | null;
  @NameOf('countryCode', { derived: false, example: 'Australia' }) countryName!: string | null;
  @NameOf('clientID', { example: 'Harbour Construction Group' }) clientName!: string | null;
  @NameOf('createdByID', { example: 'Amelia Hart' }) createdByName!: string | null;
  @NameOf('updatedByID', { example: 'Amelia Hart' }) updatedByName!: string | null;
  @NameOf('linkedCandidateID', { example: null }) linkedCandidateName!: string | null;
  @NameOf('reportsToID', { example: null }) reportsToName!: string | null;
  @NameOf('statusID', { example: 'Active' }) statusName!: string | null;

  @CountText(
    `(SELECT COUNT(*) ${onItsJobs(`{Job} j ON j.id = jc.jobID ${JOIN_NEXT} ${entryOn('jobStage', 's', 'j.stageID')}`)} AND j.deleted = 0 AND s.closed = 0)`,
    { example: '2', indexed: true },
  )
  openJobs!: string | null;
  @CountText(`(SELECT COUNT(*) ${onItsJobs('{Placement} pl ON pl.jobID = jc.jobID')} AND {Placement.live pl})`, {
    example: '1',
    indexed: true,
  })
  placements!: string | null;
  @CountText(
    `(SELECT COUNT(DISTINCT pl.candidateID) ${onItsJobs('{Placement} pl ON pl.jobID = jc.jobID')} AND pl.typeID IN (2, 3) AND {Placement.runningToday pl})`,
    { live: true, zeroUnless: 'placements', example: '1' },
  )
  contractors!: string | null;

  @MomentFigure(activityMoment('MAX', 'Contact', 'a.statusID = 2'), at('2026-11-18T02:00:00.000Z')) lastActivityDate?: Date;
  @MomentFigure(activityMoment('MIN', 'Contact', 'a.statusID = 1'), at('2026-12-02T02:00:00.000Z')) nextActivityDate?: Date;
  @MomentFigure(activityMoment('MAX', 'Contact', COMPLETED_TALK), at('2026-11-17T02:00:00.000Z')) lastContactDate?: Date;
  @MomentFigure(activityMoment('MIN', 'Contact', OPEN_TALK), at('2026-12-02T02:00:00.000Z')) nextContactDate?: Date;
  @MomentFigure(activityMoment('MAX', 'Contact', 'a.statusID = 2 AND a.category = 6'), at('2026-11-10T02:00:00.000Z'))
  lastMeetingDate?: Date;
  @MomentFigure(activityMoment('MIN', 'Contact', 'a.statusID = 1 AND a.category = 6'), at('2026-12-09T02:00:00.000Z'))
  nextMeetingDate?: Date;
  @BoolFigure(hasTags('Contact'), { example: true })
  tags!: boolean;

  @ComposedOrNull(STATISTICS_COUNTS, { derived: true }) statisticsCounts!: { type: string; value: number }[] | null;
  @ComposedOrNull(STATISTICS_DATES, { derived: true }) statisticsDates!: { type: string; value: string }[] | null;
}

/** A change of a contact: absent = unchanged, null = cleared. */
export class ContactUpdateDto extends UpdateOf(ContactDto) {}
