import { activityMoment } from '../activities';
import { ResponseOf } from '../fields/shapes';
import { IntFigure, MomentFigure, NameOf } from '../fields/vocabulary';
import { Client, Site } from './client.entity';

/** A client with its names and figures. */
export class ClientDto extends ResponseOf(Client) {
  @NameOf('statusID') statusName!: string | null;
  @NameOf('ownerID') ownerName!: string | null;
  @NameOf('ratingID') ratingName!: string | null;
  @NameOf('createdByID') createdByName!: string | null;
  @NameOf('updatedByID') updatedByName!: string | null;
  @IntFigure("(SELECT COUNT(*) FROM job j JOIN lookup s ON s.list = 'jobStage' AND s.id = j.stageID WHERE j.clientID = r.id AND j.deleted = 0 AND s.closed = 0)") openJobs!: number;
  @IntFigure('(SELECT COUNT(*) FROM contact c WHERE c.clientID = r.id AND c.deleted = 0)') contacts!: number;
  @IntFigure('(SELECT COUNT(*) FROM placement pl JOIN job j ON j.id = pl.jobID WHERE j.clientID = r.id AND pl.deleted = 0 AND pl.statusID <> 5)') placements!: number;
  @MomentFigure(activityMoment('MAX', 'Client', 'a.statusID = 2')) lastActivityDate?: Date;
  @MomentFigure(activityMoment('MIN', 'Client', 'a.statusID = 1')) nextActivityDate?: Date;
}

/** A site with the names of its client and country. */
export class SiteDto extends ResponseOf(Site) {
  @NameOf('clientID') clientName!: string | null;
  @NameOf('countryCode') countryName!: string | null;
}
