# The run.

def start_processes(device):
    """Which process this is, of how many, and where it computes."""
    processes = int(os.environ.get("WORLD_SIZE", 1))
    if processes == 1:
        return 0, 1, torch.device(device)
    cuda = device == "cuda"
    dist.init_process_group("nccl" if cuda else "gloo")
    if cuda:
        device = f"cuda:{os.environ.get('LOCAL_RANK', 0)}"
        torch.cuda.set_device(device)
    return dist.get_rank(), processes, torch.device(device)


def on_device(batch, device):
    return {name: cells.to(device) for name, cells in batch.items()}


def total(number, processes, device):
    """The sum of a number over all processes."""
    if processes == 1:
        return float(number)
    number = torch.as_tensor(number, dtype=torch.float64, device=device).reshape(1)
    dist.all_reduce(number)
    return float(number)


def validate(model, data, rows, settings, device):
    """The mean loss of held-out examples, as the program measures it."""
    model.eval()
    plain = {**settings, "label_smoothing": 0.0}
    loss, counted = 0.0, 0
    with torch.no_grad():
        for number in range(8):
            batch = on_device(data.validation(number, rows), device)
            loss += float(summed_loss(model(*[batch.get(part) for part in model.reads]), batch, plain))
            counted += int((batch["target"] != IGNORED).sum())
    model.train()
    return loss / counted


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, help="steps of the whole run, those that are done among them")
    parser.add_argument("--out", default=os.path.join(HERE, "more"), help="folder of the run that is made (default: more)")
    parser.add_argument("--save-every", type=int, default=500, metavar="N", help="save every N steps (default: 500)")
    parser.add_argument("--every", type=int, default=100, metavar="N",
                        help="steps between two measurements of held-out examples, 0: none (default: 100)")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu", choices=["cpu", "cuda"])
    return parser.parse_args()


def main():
    options = arguments()
    rank, processes, device = start_processes(options.device)
    out = os.path.abspath(options.out)
    if rank == 0:
        clear_left_overs(out)
    if processes > 1:
        dist.barrier()
    run = Run(out if is_run(out) else os.path.join(HERE, "run"))
    settings, seed = run.settings, run.seed
    step, updates = run.progress["steps"], run.progress["updates"]
    until = options.steps or settings["steps"]
    if step >= until:
        raise SystemExit(f"{run.folder} has done {step} steps already: give --steps over {step}")
    if settings["batch"] < processes:
        raise SystemExit(f"a batch has {settings['batch']} sequences: start at most as many processes")

    model = load(run.folder).to(device)
    for module in model.modules():
        if isinstance(module, torch.nn.Dropout):
            module.p = settings.get("dropout", 0.0)
    moments = run.moments()
    choose(model, moments)  #: chosen
    network = DistributedDataParallel(model) if processes > 1 else model
    optimizer = make_optimizer(model, settings, moments, updates)
    data = Data()
    run.note(step, f"trained by PyTorch {torch.__version__}, {processes} process" + ("es" if processes > 1 else ""))

    model.train()
    while step < until:
        begin = time.perf_counter()
        batch = data.batch(step, settings, seed)
        counted = int((batch["target"] != IGNORED).sum())
        torch.manual_seed(key_for(seed, DROPOUT, step * processes + rank) >> 1)
        own = on_device(rows_of(batch, rank, processes), device)
        loss, minimized = loss_of(model, network, own, max(counted, 1), settings)
        optimizer.zero_grad(set_to_none=False)
        (minimized * processes).backward()  # processes' gradients are averaged, and not added
        for parameter in model.parameters():
            if parameter.requires_grad and parameter.grad is None:
                parameter.grad = torch.zeros_like(parameter)
        norm = clip(model, settings["clip"])
        rate = settings["learning_rate_factor"] * learning_rate(settings, step)
        loss = total(loss.detach(), processes, device)
        if not (math.isfinite(loss) and math.isfinite(norm)):
            raise SystemExit(f"the loss is not finite at step {step + 1}; {out} holds what was saved before")
        for group in optimizer.param_groups:
            group["lr"] = rate
        optimizer.step()
        step, updates = step + 1, updates + 1
        if rank != 0:
            continue
        run.metrics.append([step, repr(loss), repr(norm), repr(rate), counted, repr(time.perf_counter() - begin)])
        if options.every and (step % options.every == 0 or step == until):
            held_out = validate(model, data, run.config["training"]["batch"], settings, device)
            run.measured(step, held_out)
            print(f"step {step}  loss {loss:.4f}  validation {held_out:.4f}", flush=True)
        if step % options.save_every == 0 or step == until:
            run.save(out, model, optimizer, step, updates)
    if rank == 0:
        print(f"saved to {out}")
    if processes > 1:
        dist.destroy_process_group()


if __name__ == "__main__":
    main()
