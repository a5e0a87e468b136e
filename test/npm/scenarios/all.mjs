// All scenarios, in the order in which they are played.

import { lines } from './lines.mjs';
import { promptsAndResources } from './prompts_and_resources.mjs';
import { rounds } from './rounds.mjs';
import { subscriptions } from './subscriptions.mjs';
import { tools } from './tools.mjs';
import { underWay } from './under_way.mjs';

export const kScenarios = { tools, rounds, promptsAndResources, subscriptions, underWay, lines };
