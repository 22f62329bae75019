import { changedBy, plainChange } from '../records';
import type { Placement } from './placement.entity';
import { placementFigures } from './placement.rules';
import { placements } from './placements.records';

changedBy(placements, plainChange<Placement>(placements, (_, __, after) => placementFigures(after)));
