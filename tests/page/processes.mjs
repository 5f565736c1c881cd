// Browsers that a script of these begins, which end with it: also when it fails or is interrupted.
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';

const running = new Map();  // the child: the folder that goes with it

// All of its processes, which would go on writing to the folder.
function kill(child) {
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // it has ended
  }
}

// `folder`: is deleted when the command ends. Throws where there is no such command.
export async function begin(command, words, folder) {
  const child = spawn(command, words, { stdio: 'ignore', detached: true });
  if (child.pid) running.set(child, folder);
  await new Promise((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', error => {
      remove(folder);
      reject(new Error(`${command} does not begin: ${error.message}`));
    });
  });
  return child;
}

const remove = folder => folder && rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 });

export async function end(child) {
  const ended = child.exitCode ?? child.signalCode ?? new Promise(resolve => { child.once('exit', resolve); });
  kill(child);
  await ended;
  remove(running.get(child));
  running.delete(child);
}

const signals = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 };
for (const [signal, number] of Object.entries(signals)) process.once(signal, () => process.exit(128 + number));
process.on('exit', () => {
  for (const [child, folder] of running) {
    kill(child);
    remove(folder);
  }
});
