import { activityMoment } from '../activities';
import { NewOf, ResponseOf, UpdateOf } from '../core/fields/shapes';
import { IntFigure, MomentFigure, NameOf } from '../core/fields/decorators';
import { entryOn } from '../core/lookups';
import { JOIN_NEXT } from '../core/sql/dialect';
import { Client, Site } from './client.entity';

/** A client with its names and figures. */
export class ClientDto extends ResponseOf(Client) {
  @NameOf('statusID', { example: 'Active' }) statusName!: string | null;
  @NameOf('ownerID', { example: 'Amelia Hart' }) ownerName!: string | null;
  @NameOf('ratingID', { example: 'A' }) ratingName!: string | null;
  @NameOf('createdByID', { example: 'Amelia Hart' }) createdByName!: string | null;
  @NameOf('updatedByID', { example: 'Amelia Hart' }) updatedByName!: string | null;
  @IntFigure(
    `(SELECT COUNT(*) FROM {Job} j ${JOIN_NEXT} ${entryOn('jobStage', 's', 'j.stageID')} WHERE j.clientID = r.id AND j.deleted = 0 AND s.closed = 0)`,
    { example: 3, indexed: true },
  )
  openJobs!: number;
  @IntFigure('(SELECT COUNT(*) FROM {Contact} c WHERE c.clientID = r.id AND c.deleted = 0)', { example: 5, indexed: true })
  contacts!: number;
  @IntFigure('(SELECT COUNT(*) FROM {Placement} pl JOIN {Job} j ON j.id = pl.jobID WHERE j.clientID = r.id AND {Placement.live pl})', {
    example: 2,
    indexed: true,
  })
  placements!: number;
  @MomentFigure(activityMoment('MAX', 'Client', 'a.statusID = 2'), { example: '2026-11-18T02:00:00.000Z', indexed: true })
  lastActivityDate?: Date;
  @MomentFigure(activityMoment('MIN', 'Client', 'a.statusID = 1'), { example: '2026-12-02T02:00:00.000Z', indexed: true })
  nextActivityDate?: Date;
}

/** A change of a client: absent = unchanged, null = cleared. */
export class ClientUpdateDto extends UpdateOf(ClientDto) {}

/** A new client. */
export class ClientNewDto extends NewOf(ClientDto, ['name']) {}

/** A site with the names of its client and country. */
export class SiteDto extends ResponseOf(Site) {
  @NameOf('clientID', { example: 'Harbour Construction Group' }) clientName!: string | null;
  @NameOf('countryCode', { derived: false, example: 'Australia' }) countryName!: string | null;
}

/** A change of a site: absent = unchanged, null = cleared. */
export class SiteUpdateDto extends UpdateOf(SiteDto) {}

/** A new site. */
export class SiteNewDto extends NewOf(SiteDto, ['clientID']) {}
