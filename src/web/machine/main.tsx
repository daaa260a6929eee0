/*
 * The pages about this machine: mounts the app.
 */

// Imported before the pages, whose own styles take precedence.
import '../styles/scale.css';
import '../styles/base.css';
import '../styles/parts.css';
import '../styles/frame.css';
import { render } from 'preact';
import { MachineApp } from './app.js';

const root = document.getElementById('app');
if (root) render(<MachineApp />, root);
