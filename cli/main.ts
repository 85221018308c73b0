#!/usr/bin/env node
import 'core-js/es/map/group-by.js';
import 'core-js/es/promise/with-resolvers.js';
import process from 'node:process';
import { runCommandLine } from './runCommandLine.ts';

process.exitCode = await runCommandLine(process.argv.slice(2));
