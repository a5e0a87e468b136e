// All scenarios, in the order in which they run.

import { lines } from './messages.mjs';
import { promptsAndResources } from './prompts_and_resources.mjs';
import { rounds } from './rounds.mjs';
import { subscriptions } from './subscriptions.mjs';
import { tools } from './tools.mjs';
import { inFlight } from './in_flight.mjs';

export const kScenarios = { tools, rounds, promptsAndResources, subscriptions, inFlight, lines };
