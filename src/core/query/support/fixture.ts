import { eventsFor } from '../../fields/record-event';
import { recordType } from '../../fields/record-type';
import { RecordTypes } from '../../fields/record-types';
import {
  Bool,
  BoolFigure,
  BoolOrNull,
  Code,
  Composed,
  CountText,
  Day,
  Double,
  DoubleOrNull,
  Id,
  Int,
  IntFigure,
  IntOrNull,
  Lookup,
  LongText,
  Moment,
  MomentFigure,
  MomentOrNull,
  NameOf,
  IntEnum,
  Ref,
  IntAlias,
  MomentAlias,
  Text,
  TextOrNull,
} from '../../fields/decorators';

/** A small world with a field of every kind: companies have vacancies, vacancies have shifts. */
class Company {
  @Id() id!: number;
  @TextOrNull(100, { indexed: true }) name!: string | null;
  @Ref('Company') ownerID!: number | null;
  @NameOf('ownerID') ownerName!: string | null;
  @Bool() deleted!: boolean;
}

class Shift {
  @Id() id!: number;
  @Ref('Vacancy') vacancyID!: number | null;
  @NameOf('vacancyID') vacancyTitle!: string | null;
  @Text() worker!: string;
  @Double() hours!: number;
  @Moment() startsAt?: Date;
  @IntOrNull() division!: number | null;
  @Bool() deleted!: boolean;
}

export const STARTED = 'SELECT COUNT(*) FROM shift s WHERE s.vacancyID = r.id AND s.startsAt <= :now';
export const NEXT_START = 'SELECT MIN(s.startsAt) FROM shift s WHERE s.vacancyID = r.id AND s.startsAt > :now';
export const LATEST_SHIFT = 'SELECT COALESCE(MAX(s.id), 0) FROM shift s WHERE s.vacancyID = r.id';

class Vacancy {
  @Id() id!: number;
  @TextOrNull(200, { searchedByWords: true, indexed: true }) title!: string | null;
  @LongText() notes!: string;
  @Ref('Company', { indexed: true }) companyID!: number | null;
  @NameOf('companyID') companyName!: string | null;
  @Lookup('stage', { indexed: true }) stageID!: number | null;
  @NameOf('stageID') stageName!: string | null;
  @NameOf('stageID', { parent: 'status' }) statusName!: string | null;
  @Code('kind', { indexed: 'column' }) kind!: string;
  @NameOf('kind') kindName!: string | null;
  @IntEnum([0, 1, 2]) workplace!: 0 | 1 | 2;
  @Int() openings!: number;
  @IntOrNull() minimumAge!: number | null;
  @Double({ indexed: true }) fee!: number;
  @DoubleOrNull() rate!: number | null;
  @Bool({ indexed: 'column' }) urgent!: boolean;
  @BoolOrNull() remote!: boolean | null;
  @Day({ indexed: true }) startDate?: Date;
  @Moment({ indexed: true }) createdDate?: Date;
  @MomentOrNull() closeDate!: Date | null;
  @IntAlias('id') vacancyID!: number;
  @IntAlias('companyID') ownerID!: number;
  @NameOf('ownerID') ownerName!: string | null;
  @MomentAlias('createdDate') created?: Date;
  @IntFigure('SELECT 0', { indexed: true }) applicants!: number;
  @CountText('SELECT 0') openShifts!: string | null;
  @BoolFigure('SELECT 0') filled!: boolean;
  @MomentFigure('SELECT NULL', { indexed: true }) lastShiftDate?: Date;
  @IntFigure(STARTED, { live: true }) started!: number;
  @MomentFigure(NEXT_START, { live: true }) nextStart?: Date;
  @IntFigure(LATEST_SHIFT, { live: true, to: 'Shift' }) latestShiftID!: number;
  @NameOf('latestShiftID') latestWorker!: string | null;
  @Text(100, { hidden: true }) secret!: string;
  @Bool() deleted!: boolean;
}
Composed({ type: [String] })(Vacancy.prototype, 'tagNames');

export const companies = recordType({
  name: 'Company',
  table: 'company',
  entity: Company,
  shape: Company,
  display: 'name',
  softDeleted: true,
  relations: { vacancies: { to: 'Vacancy', on: 'x.companyID = r.id' } },
});

export const shifts = recordType({
  name: 'Shift',
  table: 'shift',
  entity: Shift,
  shape: Shift,
  display: 'worker',
  softDeleted: true,
  divisions: 'SELECT d.division FROM shift d WHERE d.id = r.id AND d.division IS NOT NULL',
});

export const vacancies = recordType({
  name: 'Vacancy',
  table: 'vacancy',
  textKeys: true,
  indexKeys: [['title', 'deleted', 'id', 'stageID', 'urgent']],
  moduleId: 99,
  events: { matches: eventsFor<Vacancy>().matchesFilters(1, 'Vacancy matches filters') },
  entity: Vacancy,
  shape: Vacancy,
  display: 'title',
  softDeleted: true,
  divisions: 'SELECT vd.divisionID FROM vacancy_division vd WHERE vd.vacancyID = r.id',
  relations: {
    shifts: { to: 'Shift', on: 'x.vacancyID = r.id' },
    siblings: { to: 'Vacancy', on: 'x.companyID = r.companyID AND x.id <> r.id OR x.id = -r.id' },
  },
});

export const types = new RecordTypes({
  types: [companies, vacancies, shifts].map((type) => ({ type, rules: {} })),
  tables: [Company, Vacancy, Shift],
});
