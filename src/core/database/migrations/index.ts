import { Initial1763600000000 } from './1763600000000-initial';
import { Changes1763700000000 } from './1763700000000-changes';
import { Feed1763700000050 } from './1763700000050-feed';
import { Configuration1763700000060 } from './1763700000060-configuration';
import { Engine1763700000090 } from './1763700000090-engine';
import { JobsAndLists1763700000300 } from './1763700000300-jobs-and-lists';
import { EndOfPlacements1763700000360 } from './1763700000360-end-of-placements';
import { People1763700000110 } from './1763700000110-people';
import { Mirrors1763700000140 } from './1763700000140-mirrors';
import { Deliveries1763700000800 } from './1763700000800-deliveries';
import { Notifications1763700000820 } from './1763700000820-notifications';
import { Imports1763700000950 } from './1763700000950-imports';
import { Retries1763700000970 } from './1763700000970-retries';
import { Responses1763700001100 } from './1763700001100-responses';
import { IndexRows1763700001200 } from './1763700001200-index-rows';
import { Words1763700001300 } from './1763700001300-words';
import { Keys1763700001400 } from './1763700001400-keys';
import { ApiKeys1763700001600 } from './1763700001600-api-keys';
import { Roles1763700001700 } from './1763700001700-roles';
import { DivisionsOfUsers1763700001800 } from './1763700001800-divisions-of-users';
import { Traces1764400000000 } from './1764400000000-traces';
import { FieldScopes1764400000100 } from './1764400000100-field-scopes';
import { Audit1764500000000 } from './1764500000000-audit';
import { Erasure1764500000001 } from './1764500000001-erasure';
import { RequestCounts1764600000000 } from './1764600000000-request-counts';
import { AddressesOfCandidates1764700000000 } from './1764700000000-addresses-of-candidates';
import { HostsOfDeliveries1764700000100 } from './1764700000100-hosts-of-deliveries';
import { VersionsOfAutomations1764700000700 } from './1764700000700-versions-of-automations';
import { LiveAdverts1764700000600 } from './1764700000600-live-adverts';
import { OffersByExpiry1764700000500 } from './1764700000500-offers-by-expiry';
import { ChosenRecords1764700000400 } from './1764700000400-chosen-records';
import { Chains1764700000300 } from './1764700000300-chains';
import { SendingLimits1764700000200 } from './1764700000200-sending-limits';
import { Templates1764800000000 } from './1764800000000-templates';
import { ApprovalOfRuns1764800000100 } from './1764800000100-approval-of-runs';
import { ExternalIDs1765004000000 } from './1765004000000-external-ids';
import { WholeMirrors1764910000000 } from './1764910000000-whole-mirrors';
import { Amounts1765000000000 } from './1765000000000-amounts';
import { Margins1765000000100 } from './1765000000100-margins';
import { Credits1765000000200 } from './1765000000200-credits';
import { Duplicates1765003000000 } from './1765003000000-duplicates';
import { VerifiedDocuments1765005000000 } from './1765005000000-verified-documents';
import { Checklists1765005000100 } from './1765005000100-checklists';
import { PayPeriods1765001000000 } from './1765001000000-pay-periods';
import { TimesheetLines1765001000100 } from './1765001000100-timesheet-lines';
import { AdvertsOfJobs1765006000000 } from './1765006000000-adverts-of-jobs';
import { Webhooks1765013000000 } from './1765013000000-webhooks';
import { Recomputation1765060000000 } from './1765060000000-recomputation';
import { ReplicaBeats1766050000000 } from './1766050000000-replica-beats';
import { CurrenciesOfRuns1766070000000 } from './1766070000000-currencies-of-runs';
import { PurchaseOrdersOfPlacements1766070000100 } from './1766070000100-purchase-orders-of-placements';
import { TitlesOfCandidates1766084000000 } from './1766084000000-titles-of-candidates';
import { ReleasesInUse1766085000000 } from './1766085000000-releases-in-use';
import { RequestHeaders1766085000100 } from './1766085000100-request-headers';
import { CoveringKeys1766087000000 } from './1766087000000-covering-keys';
import { Localities1766087000100 } from './1766087000100-localities';
import { NewestAndTagged1766087000200 } from './1766087000200-newest-and-tagged';
import { DueByTheClock1766089000000 } from './1766089000000-due-by-the-clock';
import { PhonesOfContacts1766100000000 } from './1766100000000-phones-of-contacts';
import { PlacementsOfJobs1766110000000 } from './1766110000000-placements-of-jobs';
import { WordsOfRecords1765030000000 } from './1765030000000-words-of-records';
import { CandidateSearches1765030000100 } from './1765030000100-candidate-searches';
import { PhonesOfCandidates1765030000200 } from './1765030000200-phones-of-candidates';
import { ChargeRuns1765020000000 } from './1765020000000-charge-runs';
import { LookupLists1763600000001 } from './1763600000001-lookup-lists';
import { PayRuns1765010000000 } from './1765010000000-pay-runs';
import { PreviousStages1765002000000 } from './1765002000000-previous-stages';
import { ContentsOfDocuments1765040000000 } from './1765040000000-contents-of-documents';

/** In the order in which they run, on every kind of database. */
export const migrations = [
  Initial1763600000000,
  LookupLists1763600000001,
  Changes1763700000000,
  Feed1763700000050,
  Configuration1763700000060,
  Engine1763700000090,
  People1763700000110,
  Mirrors1763700000140,
  JobsAndLists1763700000300,
  EndOfPlacements1763700000360,
  Deliveries1763700000800,
  Notifications1763700000820,
  Imports1763700000950,
  Retries1763700000970,
  Responses1763700001100,
  IndexRows1763700001200,
  Words1763700001300,
  Keys1763700001400,
  ApiKeys1763700001600,
  Roles1763700001700,
  DivisionsOfUsers1763700001800,
  Traces1764400000000,
  FieldScopes1764400000100,
  Audit1764500000000,
  Erasure1764500000001,
  RequestCounts1764600000000,
  AddressesOfCandidates1764700000000,
  HostsOfDeliveries1764700000100,
  SendingLimits1764700000200,
  Chains1764700000300,
  ChosenRecords1764700000400,
  OffersByExpiry1764700000500,
  LiveAdverts1764700000600,
  VersionsOfAutomations1764700000700,
  Templates1764800000000,
  ApprovalOfRuns1764800000100,
  WholeMirrors1764910000000,
  Amounts1765000000000,
  Margins1765000000100,
  Credits1765000000200,
  PayPeriods1765001000000,
  TimesheetLines1765001000100,
  PreviousStages1765002000000,
  Duplicates1765003000000,
  ExternalIDs1765004000000,
  VerifiedDocuments1765005000000,
  Checklists1765005000100,
  AdvertsOfJobs1765006000000,
  PayRuns1765010000000,
  Webhooks1765013000000,
  ChargeRuns1765020000000,
  WordsOfRecords1765030000000,
  CandidateSearches1765030000100,
  PhonesOfCandidates1765030000200,
  ContentsOfDocuments1765040000000,
  Recomputation1765060000000,
  ReplicaBeats1766050000000,
  CurrenciesOfRuns1766070000000,
  PurchaseOrdersOfPlacements1766070000100,
  TitlesOfCandidates1766084000000,
  ReleasesInUse1766085000000,
  RequestHeaders1766085000100,
  CoveringKeys1766087000000,
  Localities1766087000100,
  NewestAndTagged1766087000200,
  DueByTheClock1766089000000,
  PhonesOfContacts1766100000000,
  PlacementsOfJobs1766110000000,
];

/** The time in the name of the last one. */
export const LAST_MIGRATION = Number(migrations.at(-1)!.name.slice(-13));
