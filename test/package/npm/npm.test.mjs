// In this order: the last one ends the registry.
import './installing.mjs';
import './launching.mjs';
import './signals.mjs';
import './offline.mjs';
