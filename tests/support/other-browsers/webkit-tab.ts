import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '../process/files'
import { freePort } from '../process/ports'
import { startProgram } from '../process/programs'
import { type Key, type Point, type Tab, type TabOptions, tabTimeoutSeconds } from './tab'

/** A tab of WebKitGTK, driven through WebKitWebDriver by the WebDriver protocol. */
export async function openWebKitTab(program: string, options: TabOptions): Promise<Tab> {
  const driver = await startDriver(program, options)
  try {
    return new WebKitTab(await startSession(driver.url, options), driver.stop)
  } catch (error) {
    await driver.stop()
    throw error
  }
}

class WebKitTab implements Tab {
  constructor(
    private readonly session: string,
    private readonly stop: () => Promise<void>,
  ) {}

  goto(url: string): Promise<void> {
    return send('POST', `${this.session}/url`, { url })
  }

  reload(): Promise<void> {
    return send('POST', `${this.session}/refresh`, {})
  }

  goBack(): Promise<void> {
    return send('POST', `${this.session}/back`, {})
  }

  evaluate<Args extends unknown[], Result>(
    work: (...args: Args) => Result,
    ...args: Args
  ): Promise<Awaited<Result>> {
    const script = `return (${work})(...arguments)`
    return send('POST', `${this.session}/execute/sync`, { script, args })
  }

  clickAt(point: Point): Promise<void> {
    return this.act({
      type: 'pointer',
      id: 'mouse',
      actions: [
        { type: 'pointerMove', ...point },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ],
    })
  }

  type(text: string): Promise<void> {
    return this.pressKeys([...text])
  }

  press(key: Key): Promise<void> {
    return this.pressKeys([keyCodes[key]])
  }

  async screenshot(): Promise<Buffer> {
    return Buffer.from(await send<string>('GET', `${this.session}/screenshot`), 'base64')
  }

  async close(): Promise<void> {
    // A frozen page does not answer this either. Stopping the driver ends it.
    await send('DELETE', this.session).catch(() => undefined)
    await this.stop()
  }

  private pressKeys(keys: string[]): Promise<void> {
    const actions = keys.flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ])
    return this.act({ type: 'key', id: 'keyboard', actions })
  }

  private act(source: object): Promise<void> {
    return send('POST', `${this.session}/actions`, { actions: [source] })
  }
}

/** The WebDriver protocol names keys by these characters. */
const keyCodes: Record<Key, string> = {
  Enter: '\uE007',
  Escape: '\uE00C',
  Backspace: '\uE003',
  End: '\uE010',
}

/** Starts WebKitWebDriver with a display and a message bus of its own. */
async function startDriver(program: string, options: TabOptions) {
  const display = await startDisplay(options)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const args = ['--', program, '--host=127.0.0.1', `--port=${port}`]
  const answers = () =>
    fetch(`${url}/status`).then(
      ({ ok }) => ok,
      () => false,
    )
  // Detached, so that the browser ends with the driver.
  const driver = await startProgram('dbus-run-session', args, answers, {
    env: { ...process.env, DISPLAY: display.name, XDG_CONFIG_HOME: gtkSettings() },
    detached: true,
  }).catch(async (error) => {
    await display.stop('SIGTERM')
    throw error
  })
  const stop = async () => {
    // Killed, a bus and a display would leave their sockets behind.
    await driver.stop('SIGTERM')
    await display.stop('SIGTERM')
  }
  return { url, stop }
}

/** Without a window manager, the window under the pointer is active, and the pointer is in the middle of the screen. */
async function startDisplay({ width, height }: TabOptions) {
  let name = ''
  // It prints the number of a free display. Its abstract socket is enough, and leaves no file.
  const screen = `${width}x${height}x24`
  const args = ['-displayfd', '1', '-screen', '0', screen, '-nolisten', 'tcp', '-nolisten', 'unix']
  const { stop } = await startProgram('Xvfb', args, (output) => {
    const [number] = /^\d+$/m.exec(output) ?? []
    if (number) name = `:${number}`
    return Boolean(number)
  })
  return { name, stop }
}

/** GTK reads from its settings whether to animate, and from its style how narrow a window may be. */
function gtkSettings(): string {
  const folder = temporaryFolder('gtk')
  mkdirSync(join(folder, 'gtk-3.0'))
  writeFileSync(join(folder, 'gtk-3.0/settings.ini'), '[Settings]\ngtk-enable-animations=0\n')
  writeFileSync(join(folder, 'gtk-3.0/gtk.css'), '* { min-width: 0 }\n')
  return folder
}

/** Opens a window in full screen, which has no title and no toolbar, and returns the URL of the session. */
async function startSession(driver: string, options: TabOptions): Promise<string> {
  const { width, height, dark } = options
  const args = ['--automation', '--full-screen']
  if (dark) args.push('--dark-mode')
  const { sessionId } = await send<{ sessionId: string }>('POST', `${driver}/session`, {
    capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': { args } } },
  })
  const session = `${driver}/session/${sessionId}`
  // The window manager would do this.
  await send('POST', `${session}/window/rect`, { width, height })
  return session
}

async function send<Result>(method: string, url: string, body?: object): Promise<Result> {
  const answer = await fetch(url, {
    method,
    body: body && JSON.stringify(body),
    signal: AbortSignal.timeout(tabTimeoutSeconds * 1000),
  }).catch((error) => {
    throw new Error(`WebKit does not answer ${method} ${new URL(url).pathname}: ${error.message}`)
  })
  const { value } = (await answer.json()) as {
    value: Result & { error?: string; message?: string }
  }
  if (value?.error) throw new Error(`${value.error}: ${value.message}`)
  return value
}
