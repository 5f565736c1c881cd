#!/usr/bin/env bash
# Functions that files keep to themselves must not be taken for each other where sources are compiled in batches: within
# a library, two of them in anonymous namespaces with one name and as many parameters need a type of ours among these,
# as conversions between standard types (a vector for a span) would choose another file's function without a word.
set -euo pipefail
cd "${1:?folder of the project}"

find core app -name '*.cpp' | sort | perl -e '
  my $plain = qr/^(?:const )?(?:std::(?:vector|span|array|string_view|string|size_t|uint\d+_t|int\d+_t|optional|pair)\b|fs::path|Index|TokenId|Real|int|unsigned|double|float|char|bool|long)/;
  my (%seen, $failed);
  while (my $file = <STDIN>) {
    chomp $file;
    my ($library) = $file =~ m{^(core/gpu|core|app/(?:state|base)|app/(?:widgets|theme)|app)};
    $library = "app/state" if $library eq "app/base";
    $library = "app/widgets" if $library eq "app/theme";
    open my $in, "<", $file or die "$file: $!\n";
    local $/;
    my $text = <$in>;
    while ($text =~ /^namespace \{\n(.*?)\n\}  \/\/ namespace$/msg) {
      my $body = $1;
      while ($body =~ /^(?!return|struct|class|enum|using|[ \}\/])[\w:<>*&, ]*?[ *&](\w+)\(([^;{}()]*)\)(?: const)?(?= \{| :|;)/mg) {
        my ($name, $parameters) = ($1, $2);
        $parameters =~ s/<[^<>]*>//g for 1 .. 3;
        my @types = split /,\s*/, $parameters;
        next if !@types || grep { $_ !~ $plain } @types;
        my $key = "$library $name " . @types;
        if (exists $seen{$key} && $seen{$key} ne $file) {
          print "$file: $name() could be taken for that of $seen{$key}: give one of them another name\n";
          $failed = 1;
        }
        $seen{$key} = $file;
      }
    }
  }
  exit($failed ? 1 : 0);'
