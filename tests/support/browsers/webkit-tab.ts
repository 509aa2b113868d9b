import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../ports'
import { temporaryFolder } from '../temporary-folder'
import { waitUntil, withTimeout } from '../wait'
import { type Key, type Tab, type TabOptions, tabTimeoutSeconds } from './tab'

/** A tab of WebKitGTK, driven through WebKitWebDriver by the WebDriver protocol. */
export async function openWebKitTab(program: string, options: TabOptions): Promise<Tab> {
  const driver = await startDriver(program, options)
  try {
    const session = await startSession(driver, options)
    return new WebKitTab(session, driver.stop)
  } catch (error) {
    driver.stop()
    throw error
  }
}

class WebKitTab implements Tab {
  constructor(
    private readonly session: Send,
    private readonly stop: () => void,
  ) {}

  goto(url: string): Promise<void> {
    return this.session('POST', '/url', { url })
  }

  reload(): Promise<void> {
    return this.session('POST', '/refresh', {})
  }

  evaluate<Args extends unknown[], Result>(
    work: (...args: Args) => Result,
    ...args: Args
  ): Promise<Awaited<Result>> {
    return this.session('POST', '/execute/sync', {
      script: `return (${work})(...arguments)`,
      args,
    })
  }

  async click(selector: string): Promise<void> {
    await this.session('POST', `/element/${await this.find(selector)}/click`, {})
  }

  type(text: string): Promise<void> {
    return this.sendKeys([...text])
  }

  press(key: Key): Promise<void> {
    return this.sendKeys([keyCodes[key]])
  }

  async screenshot(): Promise<Buffer> {
    return Buffer.from(await this.session<string>('GET', '/screenshot'), 'base64')
  }

  async close(): Promise<void> {
    // A frozen page does not answer this either. Stopping the driver ends it.
    await this.session('DELETE', '').catch(() => undefined)
    this.stop()
  }

  private async find(selector: string): Promise<string> {
    const element = await this.session<Record<string, string>>('POST', '/element', {
      using: 'css selector',
      value: selector,
    })
    return Object.values(element)[0] ?? ''
  }

  private async sendKeys(keys: string[]): Promise<void> {
    const actions = keys.flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ])
    await this.session('POST', '/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] })
  }
}

/** The WebDriver protocol names keys by these characters. */
const keyCodes: Record<Key, string> = {
  Enter: '\uE007',
  Escape: '\uE00C',
  ArrowRight: '\uE014',
  Backspace: '\uE003',
  End: '\uE010',
}

type Send = <Result>(method: string, path: string, body?: object) => Promise<Result>

type Driver = { url: string; stop: () => void }

/** Starts WebKitWebDriver with a display and a message bus of its own. */
async function startDriver(program: string, options: TabOptions): Promise<Driver> {
  const { display, stop: stopDisplay } = await startDisplay(options)
  const port = await freePort()
  const driver = spawn('dbus-run-session', ['--', program, '--host=127.0.0.1', `--port=${port}`], {
    env: { ...process.env, DISPLAY: display, XDG_CONFIG_HOME: gtkSettings(options) },
    stdio: 'ignore',
    // A process group of its own, so that the browser ends with the driver.
    detached: true,
  })
  killAtExit(driver)
  const url = `http://127.0.0.1:${port}`
  const stop = () => {
    killGroup(driver)
    stopDisplay()
  }
  try {
    await waitUntil(tabTimeoutSeconds, 'WebKitWebDriver to start', () =>
      fetch(`${url}/status`).then(
        ({ ok }) => ok,
        () => false,
      ),
    )
  } catch (error) {
    stop()
    throw error
  }
  return { url, stop }
}

/** Without a window manager, the window under the pointer is active, and the pointer is in the middle of the screen. */
async function startDisplay({
  width,
  height,
}: TabOptions): Promise<{ display: string; stop: () => void }> {
  const screen = `${width}x${height + maxTitleHeight}x24`
  // It writes the number of a free display to descriptor 3.
  const xvfb = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', screen, '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    detached: true,
  })
  killAtExit(xvfb)
  const stop = () => killGroup(xvfb)
  const number = new Promise<string>((resolve, reject) => {
    xvfb.on('error', reject)
    xvfb.stdio[3]?.once('data', (data) => resolve(String(data).trim()))
  })
  return { display: `:${await withTimeout(tabTimeoutSeconds, 'Xvfb to start', number)}`, stop }
}

const maxTitleHeight = 100

/** An interrupted run does not wait until its tests have ended. */
function killAtExit(child: ChildProcess): void {
  const kill = () => killGroup(child)
  process.once('exit', kill)
  child.once('exit', () => process.off('exit', kill))
}

function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid) process.kill(-pid, 'SIGKILL')
  } catch {
    // It has already exited.
  }
}

/** GTK reads from its settings whether to animate, and from its style how narrow a window may be. */
function gtkSettings({ motion = false }): string {
  const folder = temporaryFolder('gtk')
  mkdirSync(join(folder, 'gtk-3.0'))
  const animations = `gtk-enable-animations=${motion ? 1 : 0}`
  writeFileSync(
    join(folder, 'gtk-3.0/settings.ini'),
    `[Settings]\ngtk-decoration-layout=:\n${animations}\n`,
  )
  writeFileSync(join(folder, 'gtk-3.0/gtk.css'), '* { min-width: 0; padding: 0; margin: 0 }\n')
  return folder
}

/** Opens a window without a toolbar, because the toolbar is wider than a phone. */
async function startSession({ url }: Driver, options: TabOptions): Promise<Send> {
  const { width, height, dark, scripts = true } = options
  const { sessionId } = await send<{ sessionId: string }>(url, 'POST', '/session', {
    capabilities: {
      alwaysMatch: {
        'webkitgtk:browserOptions': {
          args: [
            '--automation',
            '--javascript-can-open-windows-automatically=true',
            ...(dark ? ['--dark-mode'] : []),
            ...(scripts ? [] : ['--enable-javascript=false']),
          ],
        },
      },
    },
  })
  const session: Send = (method, path, body) =>
    send(url, method, `/session/${sessionId}${path}`, body)
  const [first] = await session<string[]>('GET', '/window/handles')
  await session('POST', '/execute/sync', {
    script: `open('about:blank', 'page', 'toolbar=no,width=${width},height=${height}')`,
    args: [],
  })
  const handles = await session<string[]>('GET', '/window/handles')
  await session('POST', '/window', { handle: handles.find((handle) => handle !== first) })
  await session('POST', '/window/rect', { width, height })
  const innerHeight = await session<number>('POST', '/execute/sync', {
    script: 'return innerHeight',
    args: [],
  })
  // The title bar counts as a part of the window.
  await session('POST', '/window/rect', { width, height: 2 * height - innerHeight })
  return session
}

async function send<Result>(
  url: string,
  method: string,
  path: string,
  body?: object,
): Promise<Result> {
  const answer = fetch(`${url}${path}`, {
    method,
    body: body && JSON.stringify(body),
    signal: AbortSignal.timeout(tabTimeoutSeconds * 1000),
  }).catch((error) => {
    throw new Error(
      error.name === 'TimeoutError'
        ? `WebKit is frozen: no answer to ${method} ${path.split('/').slice(3).join('/')} within ${tabTimeoutSeconds} s`
        : `WebKitWebDriver does not answer: ${error.message}`,
    )
  })
  const { value } = (await (await answer).json()) as {
    value: Result & { error?: string; message?: string }
  }
  if (value?.error) throw new Error(`${value.error}: ${value.message}`)
  return value
}
